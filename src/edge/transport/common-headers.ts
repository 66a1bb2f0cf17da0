/** The policy spells out `object-src` too, which browsers derive from `default-src`. */
export const CLOSED_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Security headers of every response. Those of pages: `src/http/middleware/page-security-headers.ts`. */
export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const
