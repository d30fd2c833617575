#include "CVectors.h"

#include <string.h>

#if defined(__x86_64__) && !defined(CVECTORS_PLAIN)
#define CVECTORS_AVX2
#include <immintrin.h>
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

/// Compiles a function for processors with AVX2, which not all have: each call needs `hasAVX2`.
#define FOR_AVX2 __attribute__((target("avx2,bmi,popcnt")))

/// The length from which AVX2 pays, in bytes: a processor takes a while to power its upper lanes.
static const size_t lengthForAVX2 = 4096;

static bool hasAVX2(void) {
#if defined(CPU_FEATURE_ACTIVE)
    // glibc knows since its start. To ask the processor again would make a virtual machine stop.
    return CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(BMI1) && CPU_FEATURE_ACTIVE(POPCNT);
#else
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
#endif
}
#endif

// MARK: Markup

/// Returns a mask of the `<` and `&` in 64 bytes; the first byte has the lowest bit.
static inline uint64_t markupMask(const uint8_t *block) {
    uint64_t mask = 0;
#if defined(CVECTORS_SSE2)
    for (int part = 0; part < 4; part++) {
        mask |= (uint64_t)_mm_movemask_epi8(isMarkup(loadBlock(block + 16 * part))) << (16 * part);
    }
#elif defined(CVECTORS_NEON)
    // Each byte keeps one bit of its own; three additions of neighbours bring the bits of eight bytes together.
    static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t parts[4];
    for (int part = 0; part < 4; part++) {
        parts[part] = vandq_u8(isMarkup(loadBlock(block + 16 * part)), vld1q_u8(bits));
    }
    uint8x16_t sums = vpaddq_u8(vpaddq_u8(parts[0], parts[1]), vpaddq_u8(parts[2], parts[3]));
    mask = vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
#else
    for (int index = 0; index < 64; index++) {
        mask |= (uint64_t)(block[index] == '<' || block[index] == '&') << index;
    }
#endif
    return mask;
}

/// Writes the offset of each bit of a mask, and returns the end of these offsets.
///
/// Most masks have at most eight bits. To write eight always avoids a branch that no processor can predict.
static inline __attribute__((always_inline)) size_t *appendOffsets(uint64_t mask, size_t first, size_t *offsets) {
    size_t *end = offsets + __builtin_popcountll(mask);
    for (int index = 0; index < 8; index++) {
        *offsets++ = first + (mask == 0 ? 64 : (size_t)__builtin_ctzll(mask));
        mask &= mask - 1;
    }
    while (mask != 0) {
        *offsets++ = first + (size_t)__builtin_ctzll(mask);
        mask &= mask - 1;
    }
    return end;
}

#ifdef CVECTORS_AVX2
FOR_AVX2 static uint64_t markupMaskOfHalf(const uint8_t *half) {
    __m256i bytes = _mm256_loadu_si256((const __m256i *)half);
    __m256i tags = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('<'));
    __m256i references = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('&'));
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(tags, references));
}

FOR_AVX2 static size_t markupOffsetsByAVX2(const uint8_t *bytes, size_t length, size_t first, size_t *offsets) {
    size_t *end = offsets;
    for (size_t block = 0; block < length; block += 64) {
        uint64_t mask = markupMaskOfHalf(bytes + block) | markupMaskOfHalf(bytes + block + 32) << 32;
        end = appendOffsets(mask, first + block, end);
    }
    return (size_t)(end - offsets);
}
#endif

size_t markupOffsets(const uint8_t *bytes, size_t length, size_t first, size_t *offsets) {
#ifdef CVECTORS_AVX2
    if (length >= lengthForAVX2 && hasAVX2()) {
        return markupOffsetsByAVX2(bytes, length, first, offsets);
    }
#endif
    size_t *end = offsets;
    for (size_t block = 0; block < length; block += 64) {
        end = appendOffsets(markupMask(bytes + block), first + block, end);
    }
    return (size_t)(end - offsets);
}

// MARK: Base64

/// Returns a mask of the base64 characters in 16 bytes.
static inline unsigned base64Mask(const uint8_t *block) {
#if defined(CVECTORS_SSE2)
    __m128i bytes = loadBlock(block);
    __m128i letters = isInRange(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 'z');
    __m128i others = _mm_or_si128(isInRange(bytes, '/', '9'), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('+')));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(letters, others));
#else
    unsigned mask = 0;
    for (unsigned index = 0; index < 16; index++) {
        uint8_t lower = block[index] | 0x20;
        bool isOther = (block[index] >= '/' && block[index] <= '9') || block[index] == '+';
        mask |= (unsigned)(isOther || (lower >= 'a' && lower <= 'z')) << index;
    }
    return mask;
#endif
}

/// Returns a mask of the whitespace in 16 bytes; the control characters are adjacent, but a vertical tab is none.
static inline unsigned whitespaceMask(const uint8_t *block) {
#if defined(CVECTORS_SSE2)
    __m128i bytes = loadBlock(block);
    __m128i controls = _mm_andnot_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\v')), isInRange(bytes, '\t', '\r'));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(controls, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '))));
#else
    unsigned mask = 0;
    for (unsigned index = 0; index < 16; index++) {
        bool isControl = block[index] >= '\t' && block[index] <= '\r' && block[index] != '\v';
        mask |= (unsigned)(isControl || block[index] == ' ') << index;
    }
    return mask;
#endif
}

#ifdef CVECTORS_AVX2
FOR_AVX2 static __m256i isInWideRange(__m256i bytes, char first, char last) {
    __m256i distance = _mm256_sub_epi8(bytes, _mm256_set1_epi8(first));
    return _mm256_cmpeq_epi8(_mm256_min_epu8(distance, _mm256_set1_epi8((char)(last - first))), distance);
}

/// Does the same as `lengthOfBase64`, up to fewer than 32 bytes before the end.
FOR_AVX2 static size_t lengthOfBase64ByAVX2(const uint8_t *bytes, size_t length, size_t *characters) {
    size_t start = 0;
    for (; length - start >= 32; start += 32) {
        __m256i block = _mm256_loadu_si256((const __m256i *)(bytes + start));
        __m256i letters = isInWideRange(_mm256_or_si256(block, _mm256_set1_epi8(0x20)), 'a', 'z');
        __m256i others = _mm256_or_si256(isInWideRange(block, '/', '9'), _mm256_cmpeq_epi8(block, _mm256_set1_epi8('+')));
        __m256i controls = _mm256_andnot_si256(
            _mm256_cmpeq_epi8(block, _mm256_set1_epi8('\v')), isInWideRange(block, '\t', '\r'));
        __m256i space = _mm256_or_si256(controls, _mm256_cmpeq_epi8(block, _mm256_set1_epi8(' ')));
        uint32_t alphabet = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(letters, others));
        if ((alphabet | (uint32_t)_mm256_movemask_epi8(space)) != UINT32_MAX) {
            break;
        }
        *characters += (size_t)__builtin_popcount(alphabet);
    }
    return start;
}
#endif

size_t lengthOfBase64(const uint8_t *bytes, size_t length, size_t *characters) {
    size_t start = 0;
    *characters = 0;
#ifdef CVECTORS_AVX2
    // Most values are shorter than `lengthForAVX2`, but there are many.
    if (length >= 64 && hasAVX2()) {
        start = lengthOfBase64ByAVX2(bytes, length, characters);
    }
#endif
    for (; length - start >= 16; start += 16) {
        unsigned alphabet = base64Mask(bytes + start);
        if (alphabet != 0xFFFF) {
            if ((alphabet | whitespaceMask(bytes + start)) != 0xFFFF) {
                break;
            }
            *characters += (size_t)__builtin_popcount(alphabet);
        } else {
            *characters += 16;
        }
    }
    return start;
}

/// Writes the 24 bits of four sextets as three bytes, the highest first.
static inline void writeGroup(uint32_t sextets, uint8_t *data) {
    data[0] = (uint8_t)(sextets >> 16);
    data[1] = (uint8_t)(sextets >> 8);
    data[2] = (uint8_t)sextets;
}

bool decodeBase64Block(const uint8_t *block, uint8_t *data) {
    if (base64Mask(block) != 0xFFFF) {
        return false;
    }
#if defined(CVECTORS_SSE2)
    // To each character belongs the distance of its range from its sextets: A is 0, a is 26, 0 is 52.
    __m128i bytes = loadBlock(block);
    __m128i distances = _mm_and_si128(isInRange(bytes, 'A', 'Z'), _mm_set1_epi8('A'));
    distances = _mm_or_si128(distances, _mm_and_si128(isInRange(bytes, 'a', 'z'), _mm_set1_epi8('a' - 26)));
    distances = _mm_or_si128(distances, _mm_and_si128(isInRange(bytes, '0', '9'), _mm_set1_epi8('0' - 52)));
    distances = _mm_or_si128(distances, _mm_and_si128(isInRange(bytes, '+', '+'), _mm_set1_epi8('+' - 62)));
    distances = _mm_or_si128(distances, _mm_and_si128(isInRange(bytes, '/', '/'), _mm_set1_epi8('/' - 63)));
    __m128i sextets = _mm_sub_epi8(bytes, distances);
    // Each pair of neighbours becomes one number, first of 12 and then of 24 bits.
    __m128i first = _mm_slli_epi16(_mm_and_si128(sextets, _mm_set1_epi16(0xFF)), 6);
    __m128i pairs = _mm_or_si128(first, _mm_srli_epi16(sextets, 8));
    __m128i groups = _mm_or_si128(_mm_slli_epi32(pairs, 12), _mm_srli_epi32(pairs, 16));
    for (int group = 0; group < 4; group++) {
        writeGroup((uint32_t)_mm_cvtsi128_si32(groups), data + 3 * group);
        groups = _mm_srli_si128(groups, 4);
    }
#else
    for (int group = 0; group < 4; group++) {
        uint32_t sextets = 0;
        for (int index = 4 * group; index < 4 * group + 4; index++) {
            uint8_t byte = block[index];
            uint8_t start = byte >= 'a' ? 'a' - 26 : byte >= 'A' ? 'A' : byte >= '0' ? '0' - 52 : byte == '+' ? '+' - 62 : '/' - 63;
            sextets = sextets << 6 | (uint8_t)(byte - start);
        }
        writeGroup(sextets, data + 3 * group);
    }
#endif
    return true;
}

// MARK: UTF-8

#ifdef CVECTORS_AVX2
/// The errors that a pair of adjacent bytes can show, one bit each, as in the tables 1 to 3 of Keiser and Lemire,
/// "Validating UTF-8 In Less Than One Instruction Per Byte" (2021).
enum {
    tooShort = 1 << 0,
    tooLong = 1 << 1,
    overlong3 = 1 << 2,
    tooLarge = 1 << 3,
    surrogate = 1 << 4,
    overlong2 = 1 << 5,
    tooLarge1000 = 1 << 6,
    overlong4 = 1 << 6,
    twoContinuations = 1 << 7,
    /// What the low four bits of the first byte cannot exclude.
    any = tooShort | tooLong | twoContinuations,
};

/// Repeats a table of 16 bytes for both halves of a vector, as the shuffle needs it.
#define TABLE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

/// Returns bytes that are not zero where a character is wrong; `before` contains the 32 bytes before these.
FOR_AVX2 static __m256i errorsInUTF8(__m256i bytes, __m256i before) {
    const __m256i byHighOfFirst = TABLE(
        tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, (char)twoContinuations,
        (char)twoContinuations, (char)twoContinuations, (char)twoContinuations, tooShort | overlong2, tooShort,
        tooShort | overlong3 | surrogate, tooShort | tooLarge | tooLarge1000 | overlong4);
    const char large = (char)(any | tooLarge | tooLarge1000);
    const __m256i byLowOfFirst = TABLE(
        (char)(any | overlong3 | overlong2 | overlong4), (char)(any | overlong2), (char)any, (char)any,
        (char)(any | tooLarge), large, large, large, large, large, large, large, large, (char)(large | surrogate), large,
        large);
    const char second = (char)(tooLong | overlong2 | twoContinuations);
    const __m256i byHighOfSecond = TABLE(
        tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort,
        (char)(second | overlong3 | tooLarge1000 | overlong4), (char)(second | overlong3 | tooLarge),
        (char)(second | surrogate | tooLarge), (char)(second | surrogate | tooLarge), tooShort, tooShort, tooShort,
        tooShort);
    const __m256i lowBits = _mm256_set1_epi8(0x0F);
    // The vectors that end one, two and three bytes earlier.
    __m256i across = _mm256_permute2x128_si256(before, bytes, 0x21);
    __m256i first = _mm256_alignr_epi8(bytes, across, 15);
    __m256i secondBefore = _mm256_alignr_epi8(bytes, across, 14);
    __m256i thirdBefore = _mm256_alignr_epi8(bytes, across, 13);
    __m256i highOfFirst = _mm256_and_si256(_mm256_srli_epi16(first, 4), lowBits);
    __m256i highOfSecond = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), lowBits);
    __m256i pairs = _mm256_and_si256(
        _mm256_and_si256(
            _mm256_shuffle_epi8(byHighOfFirst, highOfFirst),
            _mm256_shuffle_epi8(byLowOfFirst, _mm256_and_si256(first, lowBits))),
        _mm256_shuffle_epi8(byHighOfSecond, highOfSecond));
    // Exactly the third byte after E0 to EF or F0 to FF, and the fourth after F0 to FF, is a second continuation.
    __m256i isThird = _mm256_subs_epu8(secondBefore, _mm256_set1_epi8((char)(0xE0 - 0x80)));
    __m256i isFourth = _mm256_subs_epu8(thirdBefore, _mm256_set1_epi8((char)(0xF0 - 0x80)));
    __m256i continues = _mm256_and_si256(_mm256_or_si256(isThird, isFourth), _mm256_set1_epi8((char)0x80));
    return _mm256_xor_si256(continues, pairs);
}

FOR_AVX2 static bool isUTF8ByAVX2(const uint8_t *bytes, size_t length) {
    __m256i errors = _mm256_setzero_si256();
    __m256i before = _mm256_setzero_si256();
    bool wasASCII = true;
    size_t start = 0;
    for (; length - start >= 64; start += 64) {
        __m256i low = _mm256_loadu_si256((const __m256i *)(bytes + start));
        __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + start + 32));
        bool isASCII = _mm256_movemask_epi8(_mm256_or_si256(low, high)) == 0;
        // ASCII after ASCII is correct.
        if (!isASCII || !wasASCII) {
            errors = _mm256_or_si256(errors, errorsInUTF8(low, before));
            errors = _mm256_or_si256(errors, errorsInUTF8(high, low));
        }
        before = high;
        wasASCII = isASCII;
    }
    // After the zeros, an incomplete character is too short.
    uint8_t rest[96] = {0};
    memcpy(rest, bytes + start, length - start);
    for (int part = 0; part < 3; part++) {
        __m256i last = _mm256_loadu_si256((const __m256i *)(rest + 32 * part));
        errors = _mm256_or_si256(errors, errorsInUTF8(last, before));
        before = last;
    }
    return _mm256_testz_si256(errors, errors);
}
#endif

bool isKnownUTF8(const uint8_t *bytes, size_t length) {
#ifdef CVECTORS_AVX2
    if (length >= lengthForAVX2 && hasAVX2()) {
        return isUTF8ByAVX2(bytes, length);
    }
#endif
    (void)bytes;
    (void)length;
    return false;
}
