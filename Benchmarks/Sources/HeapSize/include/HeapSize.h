#pragma once
#include <stddef.h>

/// The bytes that the process has allocated and not freed, in all arenas.
size_t heap_size(void);
