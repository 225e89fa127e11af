/** CUDA functions that compute a value from values: no memory, no ordering, no other thread. CUDA Math API. */
import { family } from './describe.js';
import type { CatalogPattern } from './types.js';

const pure = family('cuda', 'CUDA Math API');

export const PURE_FUNCTIONS: readonly string[] = [
  // Integer intrinsics.
  '__popc', '__popcll', '__clz', '__clzll', '__ffs', '__ffsll', '__brev', '__brevll', '__byte_perm', '__fns', '__funnelshift_l', '__funnelshift_lc',
  '__funnelshift_r', '__funnelshift_rc', '__mul24', '__umul24', '__mulhi', '__umulhi', '__mul64hi', '__umul64hi', '__sad', '__usad', '__dp2a_lo',
  '__dp2a_hi', '__dp4a', '__hadd', '__rhadd', '__uhadd', '__urhadd', '__saturatef', '__bfe', '__bfi',
  // Reinterpretation of bits.
  '__float_as_int', '__float_as_uint', '__int_as_float', '__uint_as_float', '__double_as_longlong', '__longlong_as_double', '__double2hiint',
  '__double2loint', '__hiloint2double', '__half_as_short', '__half_as_ushort', '__short_as_half', '__ushort_as_half', '__bfloat16_as_short',
  '__bfloat16_as_ushort', '__short_as_bfloat16', '__ushort_as_bfloat16',
  // C and C++ mathematics, also in std and cuda::std.
  'min', 'max', 'abs', 'fabs', 'fabsf', 'fmin', 'fminf', 'fmax', 'fmaxf', 'floor', 'floorf', 'ceil', 'ceilf', 'round', 'roundf', 'rint', 'rintf',
  'trunc', 'truncf', 'lrint', 'lrintf', 'exp', 'expf', 'exp2', 'exp2f', 'expm1', 'expm1f', 'log', 'logf', 'log2', 'log2f', 'log10', 'log10f', 'log1p',
  'log1pf', 'pow', 'powf', 'sqrt', 'sqrtf', 'rsqrt', 'rsqrtf', 'cbrt', 'cbrtf', 'sin', 'sinf', 'cos', 'cosf', 'tan', 'tanf', 'tanh', 'tanhf', 'erf',
  'erff', 'fma', 'fmaf', 'fmod', 'fmodf', 'copysign', 'copysignf', 'isnan', 'isinf', 'isfinite', 'signbit', 'umin', 'umax', 'llmin', 'llmax', 'ullmin',
  'ullmax', 'ldexp', 'ldexpf', 'clamp', 'popcount', 'countl_zero', 'countr_zero', 'has_single_bit', 'bit_ceil', 'bit_floor', 'bit_width',
];

const NUMBER = '(?:double|float|half|bfloat16|int|uint|ll|ull|short|ushort|char|uchar)';
const ROUNDING = '(?:_(?:r[nzud]|sat|relu|approx|ftz)\\w*)?';
const HALF_FUNCTIONS = '(?:exp|exp2|exp10|log|log2|log10|sin|cos|sqrt|rsqrt|rcp|floor|ceil|rint|trunc|tanh)';
const HALF_OPERATORS = '(?:add|sub|mul|div|fma|neg|abs|min|max|cmadd|eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|beq|bne|blt|ble|bgt|bge|isnan|isinf)';

const pattern = (prefix: string, name: string, expression: string): CatalogPattern => ({ prefix, pattern: expression, entry: pure(name) });

/** Names with a regular spelling. The names in the tables come first. */
export const CUDA_PATTERNS: readonly CatalogPattern[] = [
  // `__float2int_rn`, `__float22bfloat162_rn`, `__bfloat1622float2`, `__floats2half2_rn`, `__low2float`, `__nv_cvt_float_to_fp8`.
  pattern('__', 'conversion', `__${NUMBER}2?2\\w+|__(?:floats|halves|lows|highs|low|high)2\\w+|__nv_cvt_\\w+`),
  // `__fadd_rn`, `__ffma2_rn`, `__dmul_rz`, `__frcp_rn`.
  pattern('__', 'arithmetic', `__[fd](?:add|sub|mul|div|ma|fma|maf|rcp|sqrt|rsqrt|dividef)2?${ROUNDING}`),
  pattern('__', 'fast mathematics', '__(?:exp|exp10|log|log2|log10|pow|sin|cos|tan|tanh)f'),
  // `__hadd2_rn`, `__hmax2`, `__hfma2_relu`; `hexp`, `h2exp`.
  pattern('__h', 'half arithmetic', `__h${HALF_OPERATORS}2?(?:_nan)?${ROUNDING}`),
  pattern('h', 'half mathematics', `h2?${HALF_FUNCTIONS}`),
  pattern('__v', 'video', '__v(?:abs|add|avg|cmp|hadd|max|min|neg|sad|set|sub|ib|imax|imin)\\w*'),
  pattern('make_', 'vector', 'make_(?:u?char|u?short|u?int|u?long|u?longlong|float|double|half|bfloat16|bfloat162)\\d?(?:_\\d+a|_t)?'),
  pattern('__nv_', 'number type', '__nv_(?:bfloat162?(?:_raw)?|half2?(?:_raw)?|fp[468]x?\\d?_\\w+)'),
];
