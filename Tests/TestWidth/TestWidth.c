#include <stdlib.h>

// Swift Testing starts all tests at once. A thousand of them share the turns of two cores, so that every step of each one
// waits for all others, and time-outs of clients, which are real, come to pass. The library reads how many may run at a time
// from its environment, when the tests' code has been loaded. Who sets another number has it.
__attribute__((constructor)) static void limitWidth(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "24", 0);
}
