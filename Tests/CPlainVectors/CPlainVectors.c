#include "CPlainVectors.h"

#define CVECTORS_PLAIN
#define markupOffsets plainMarkupOffsets
#define lengthOfBase64 plainLengthOfBase64
#define decodeBase64Block plainDecodeBase64Block
#define isKnownUTF8 plainIsKnownUTF8
#include "../../Sources/CVectors/CVectors.c"

unsigned plainIndexOfDifference(const uint8_t *block, const uint8_t *other) {
    return indexOfDifference(block, other);
}

unsigned plainIndexOfJSONMarkup(const uint8_t *block) {
    return indexOfJSONMarkup(block);
}
