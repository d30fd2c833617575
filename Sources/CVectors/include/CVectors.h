/// Comparisons of many bytes at once.
///
/// Swift has vectors, but not the instruction that makes a bit mask of a comparison; without it, code takes several
/// times the steps. The inline functions use what every processor of an architecture has: SSE2 on x86-64, NEON on
/// arm64. Elsewhere, and if CVECTORS_PLAIN is defined, they are plain C. The other functions also use AVX2 if the
/// processor has it.
///
/// No function checks a bound: the caller ensures that the bytes exist.

#ifndef CVECTORS_H
#define CVECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(CVECTORS_PLAIN)
#elif defined(__SSE2__)
#define CVECTORS_SSE2
#include <emmintrin.h>

static inline __m128i loadBlock(const uint8_t *block) {
    return _mm_loadu_si128((const __m128i *)block);
}

static inline __m128i isMarkup(__m128i bytes) {
    return _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('<')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('&')));
}

static inline __m128i isInRange(__m128i bytes, uint8_t first, uint8_t last) {
    __m128i distance = _mm_sub_epi8(bytes, _mm_set1_epi8((char)first));
    return _mm_cmpeq_epi8(_mm_min_epu8(distance, _mm_set1_epi8((char)(last - first))), distance);
}
#elif defined(__ARM_NEON) && defined(__aarch64__)
#define CVECTORS_NEON
#include <arm_neon.h>

static inline uint8x16_t loadBlock(const uint8_t *block) {
    return vld1q_u8(block);
}

static inline uint8x16_t isMarkup(uint8x16_t bytes) {
    return vorrq_u8(vceqq_u8(bytes, vdupq_n_u8('<')), vceqq_u8(bytes, vdupq_n_u8('&')));
}

/// Returns the index of the first byte whose bits are set; 16 if there is none.
static inline unsigned firstIndex(uint8x16_t bytes) {
    // The narrowing shift leaves four bits of each byte.
    uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(bytes), 4)), 0);
    return mask == 0 ? 16 : (unsigned)__builtin_ctzll(mask) / 4;
}
#endif

/// Returns the index of the first byte that differs between two blocks of 16 bytes; 16 if none does.
static inline unsigned indexOfDifference(const uint8_t *block, const uint8_t *other) {
#if defined(CVECTORS_SSE2)
    __m128i equal = _mm_cmpeq_epi8(loadBlock(block), loadBlock(other));
    return (unsigned)__builtin_ctz((unsigned)_mm_movemask_epi8(equal) ^ 0x1FFFF);
#elif defined(CVECTORS_NEON)
    return firstIndex(vmvnq_u8(vceqq_u8(loadBlock(block), loadBlock(other))));
#else
    unsigned index = 0;
    while (index < 16 && block[index] == other[index]) {
        index++;
    }
    return index;
#endif
}

/// Returns the index of the first quotation mark, backslash, bracket or brace in a block of 16 bytes; 16 if there is
/// none.
static inline unsigned indexOfJSONMarkup(const uint8_t *block) {
    // Brackets and braces differ in one bit. Setting it turns no other byte into a brace.
#if defined(CVECTORS_SSE2)
    __m128i bytes = loadBlock(block);
    __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
    __m128i braces = _mm_or_si128(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')), _mm_cmpeq_epi8(folded, _mm_set1_epi8('}')));
    __m128i others = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
    return (unsigned)__builtin_ctz((unsigned)_mm_movemask_epi8(_mm_or_si128(braces, others)) | 0x10000);
#elif defined(CVECTORS_NEON)
    uint8x16_t bytes = loadBlock(block);
    uint8x16_t folded = vorrq_u8(bytes, vdupq_n_u8(0x20));
    uint8x16_t braces = vorrq_u8(vceqq_u8(folded, vdupq_n_u8('{')), vceqq_u8(folded, vdupq_n_u8('}')));
    uint8x16_t others = vorrq_u8(vceqq_u8(bytes, vdupq_n_u8('"')), vceqq_u8(bytes, vdupq_n_u8('\\')));
    return firstIndex(vorrq_u8(braces, others));
#else
    unsigned index = 0;
    while (index < 16 && block[index] != '"' && block[index] != '\\' && (block[index] | 0x20) != '{' &&
           (block[index] | 0x20) != '}') {
        index++;
    }
    return index;
#endif
}

/// Decodes a block of 16 base64 characters to 12 bytes; returns false if it contains another character.
///
/// - Parameter data: receives 12 bytes, of which the values are undefined if the function returns false.
bool decodeBase64Block(const uint8_t *block, uint8_t *data);

/// Writes the offset of each `<` and `&` in ascending order, and returns their number.
///
/// - Parameters:
///   - bytes: `length` bytes, a multiple of 64.
///   - first: the number that is added to each offset.
///   - offsets: room for `length + 8` numbers; what follows the returned ones is undefined.
size_t markupOffsets(const uint8_t *bytes, size_t length, size_t first, size_t *offsets);

/// Returns the length of the start of a text that contains only base64 characters and whitespace, in steps of 16 bytes.
///
/// Whitespace is space, tab, line feed, carriage return and form feed. The last bytes, fewer than 16, are not read.
///
/// - Parameter characters: receives the number of base64 characters in that start.
size_t lengthOfBase64(const uint8_t *bytes, size_t length, size_t *characters);

/// Returns whether a whole text is well-formed UTF-8; also returns false if this processor has no fast check.
bool isKnownUTF8(const uint8_t *bytes, size_t length);

#endif
