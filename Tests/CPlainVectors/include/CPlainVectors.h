/// The functions of CVectors in plain C, as on a processor without vectors.

#ifndef CPLAINVECTORS_H
#define CPLAINVECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

unsigned plainIndexOfDifference(const uint8_t *block, const uint8_t *other);
unsigned plainIndexOfJSONMarkup(const uint8_t *block);
bool plainDecodeBase64Block(const uint8_t *block, uint8_t *data);
size_t plainMarkupOffsets(const uint8_t *bytes, size_t length, size_t first, size_t *offsets);
size_t plainLengthOfBase64(const uint8_t *bytes, size_t length, size_t *characters);
bool plainIsKnownUTF8(const uint8_t *bytes, size_t length);

#endif
