/** What is known about CUDA sources without reading a single header. All of it is data; the workspace's own `#define`s win over it. */

/** What the rest of the pipeline assumes about the toolchain. `undefined` would be wrong more often: the headers are never in the workspace. */
export interface Predefined {
  readonly name: string;
  readonly value: string;
}

/** The newest architecture and toolkit that the analyser knows; a setting overrides each of them. */
export const DEFAULT_CUDA_ARCH = 900;

/** Defined in every file: a 64-bit Linux compiler with the newest toolkit and PyTorch, so that version tests choose the newest code. */
export const PREDEFINED: readonly Predefined[] = [
  { name: '__cplusplus', value: '202002L' },
  { name: '__linux__', value: '1' },
  { name: '__x86_64__', value: '1' },
  { name: '__GNUC__', value: '13' },
  { name: '__SIZEOF_INT128__', value: '16' },
  { name: 'CUDA_VERSION', value: '13000' },
  { name: 'CUDART_VERSION', value: '13000' },
  { name: 'TORCH_VERSION_MAJOR', value: '2' },
  { name: 'TORCH_VERSION_MINOR', value: '9' },
];

/** Defined in files that nvcc compiles. */
export const PREDEFINED_CUDA: readonly Predefined[] = [
  { name: '__CUDACC__', value: '1' },
  { name: '__NVCC__', value: '1' },
  { name: '__CUDACC_VER_MAJOR__', value: '13' },
  { name: '__CUDACC_VER_MINOR__', value: '0' },
];

/** Words of compilers that the grammar knows under another name. */
export const SYNONYMS: readonly Predefined[] = [
  { name: 'typeof', value: 'decltype' },
  { name: '__typeof__', value: 'decltype' },
  { name: '__typeof', value: 'decltype' },
];

/** Files that only a host compiler sees: neither `__CUDACC__` nor `__CUDA_ARCH__` is defined there. */
export const HOST_ONLY = /\.(?:c|cc|cpp|cxx)$/i;

/**
 * Macros of libraries whose headers are usually absent, by the specifiers that matter to a reader of device code.
 * CUTLASS include/cutlass/detail/helper_macros.hpp, CuTe include/cute/config.hpp, NCCL src/include/nccl_device/utility.h,
 * NVSHMEM src/include/device_host/nvshmem_common.cuh, PyTorch c10/macros/Macros.h, CCCL libcudacxx/include/cuda/std/__cccl.
 */
export const ATTRIBUTE_MACROS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '__device__': 'CUTLASS_DEVICE CUTE_DEVICE NCCL_DEVICE_INLINE NVSHMEMI_DEVICE_ALWAYS_INLINE NVSHMEMI_DEVICE_ALWAYS_FORCE_INLINE NVSHMEMI_DEVICE_PREFIX C10_DEVICE _CCCL_DEVICE _CCCL_DEVICE_API',
    '__host__ __device__':
      'CUTLASS_HOST_DEVICE CUTE_HOST_DEVICE NCCL_HOST_DEVICE_INLINE NVSHMEMI_HOSTDEVICE_PREFIX C10_HOST_DEVICE _CCCL_HOST_DEVICE _CCCL_API CUB_RUNTIME_FUNCTION',
    '__global__': 'CUTLASS_GLOBAL',
    '__grid_constant__': 'CUTLASS_GRID_CONSTANT CUTE_GRID_CONSTANT',
    '': [
      'CUTLASS_HOST CUTE_HOST C10_HOST _CCCL_HOST CUTE_UNROLL CUTE_NO_UNROLL CUTLASS_PRAGMA_UNROLL CUTLASS_PRAGMA_NO_UNROLL CUTLASS_GEMM_LOOP',
      'CUTLASS_LAMBDA_FUNC_INLINE CUTLASS_UNUSED_VAR NCCL_EXTERN_C NVSHMEMI_STATIC NVSHMEMI_UNROLL C10_UNUSED C10_API TORCH_API C10_ALWAYS_INLINE C10_ALWAYS_INLINE_ATTRIBUTE',
      'C10_CUDA_API C10_EXPORT _CCCL_FORCEINLINE _CCCL_VISIBILITY_HIDDEN _CCCL_HIDE_FROM_ABI _CCCL_PRAGMA_UNROLL_FULL _CCCL_TRIVIAL_API',
      '_LIBCUDACXX_INLINE_VISIBILITY _CCCL_NODISCARD PYBIND11_EXPORT PYBIND11_NOINLINE',
    ].join(' '),
  }).flatMap(([text, names]) => names.split(' ').map((name): [string, string] => [name, text])),
);

/** The same for names that nothing defines: libraries name their attribute macros by a few suffixes. Judged only where a specifier can stand. */
export const ATTRIBUTE_NAME =
  /(?:^|_)(?:DEVICE|HOST|HD|INLINE|NOINLINE|FORCEINLINE|UNROLL|NOUNROLL|NO_UNROLL|RESTRICT|UNUSED|NODISCARD|API|EXPORT|VISIBILITY|CONSTEXPR|FALLTHROUGH)_?$/;

/** An unknown macro before a statement is harmless when its name says so; before any other, the block is suspect. */
export const HARMLESS_NAME = /UNROLL|PRAGMA|INLINE|LIKELY|CONSTEXPR|FALLTHROUGH|UNUSED/i;

/** A name that nothing defines and that can only be a static assertion. */
export const STATIC_ASSERT_NAME = /(?:^|_)STATIC_ASSERT$/;

/** Function-like macros of absent headers after which their argument (by index) holds. <assert.h>, PyTorch c10/util/Exception.h, CUTLASS cutlass.h. */
export const ASSERTION_MACROS: ReadonlyMap<string, number> = new Map(
  ['assert', 'TORCH_CHECK', 'TORCH_INTERNAL_ASSERT', 'TORCH_INTERNAL_ASSERT_DEBUG_ONLY', 'CUDA_KERNEL_ASSERT', 'CUDA_KERNEL_ASSERT2', 'AT_ASSERT', 'CUTLASS_ASSERT'].map(
    (name): [string, number] => [name, 0],
  ),
);

/** Specifiers that a macro may stand for, and what the grammar needs of them: `keep` it reads, `drop` it does not read or does not need. */
export const SPECIFIERS: ReadonlyMap<string, 'keep' | 'drop'> = new Map([
  ...['__device__', '__host__', '__global__', '__shared__', '__constant__', '__managed__', '__grid_constant__', 'static', 'constexpr', 'const', 'volatile',
    'inline', '__forceinline__', '__noinline__', 'extern', 'virtual', 'friend', 'explicit', 'mutable', 'thread_local'].map((s): [string, 'keep'] => [s, 'keep']),
  ...['__restrict__', '__restrict', 'restrict', '__inline__', '__inline', '__forceinline', 'noexcept', 'register', '__extension__', '__cdecl', '__stdcall',
    '__nv_pure__', '__device_builtin__', '__cudart_builtin__', '__CRTDECL', '__tile__'].map((s): [string, 'drop'] => [s, 'drop']),
]);

/** The same with an argument list. `keep`: carries meaning that must survive. */
export const PAREN_SPECIFIERS: ReadonlyMap<string, 'keep' | 'drop'> = new Map([
  ...['__align__', '__builtin_align__', 'alignas', '__launch_bounds__'].map((s): [string, 'keep'] => [s, 'keep']),
  ...['__attribute__', '__attribute', '__declspec', '_Pragma', '__pragma', '__cluster_dims__', '__maxnreg__', '__block_size__', '__nv_register_params__'].map((s): [string, 'drop'] => [s, 'drop']),
]);

/** Specifiers of this list are blanked where they stand in code, since the grammar does not read them. */
export const BLANKED_IN_CODE: readonly string[] = ['__extension__', '__nv_pure__', '__device_builtin__', '__cudart_builtin__', '__CRTDECL', '__tile__', '__cdecl', '__stdcall', '__forceinline'];
export const BLANKED_WITH_ARGUMENTS: readonly string[] = ['__attribute__', '__attribute', '__declspec', '_Pragma', '__pragma', '__cluster_dims__', '__maxnreg__', '__block_size__'];

/** Only a statement starts with these, so an identifier directly before one is a macro. */
export const STATEMENT_KEYWORDS: readonly string[] = ['if', 'for', 'while', 'switch', 'return', 'do', 'break', 'continue', 'goto'];

/** Identifiers that may stand before a statement keyword after all. */
export const BEFORE_STATEMENT: ReadonlySet<string> = new Set(['else', 'do', 'try', 'co_await', 'co_return', 'co_yield', 'constexpr', 'consteval', 'mutable', 'noexcept', 'goto', 'typename', 'operator']);

/** Words that are operators. */
export const OPERATOR_WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'xor', 'bitand', 'bitor', 'compl', 'and_eq', 'or_eq', 'xor_eq', 'not_eq']);
