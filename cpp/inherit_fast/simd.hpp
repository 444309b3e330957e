#pragma once

// A hot loop compiled twice: AVX2 where the processor has it, the baseline elsewhere. g++ 12 knows
// the attribute on x86 glibc only, and sanitizers do not survive its ifunc resolvers.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(INHERIT_FAST_SANITIZED)
#define INHERIT_FAST_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define INHERIT_FAST_CLONES
#endif
