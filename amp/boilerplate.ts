import type { SafeHtml } from '../src/system/escape.ts'

const animation = (prefix: string): string => `-${prefix}-animation:-amp-start 8s steps(1,end) 0s 1 normal both`
const keyframes = (prefix: string): string =>
  `@-${prefix}-keyframes -amp-start{from{visibility:hidden}to{visibility:visible}}`
const PREFIXES = ['webkit', 'moz', 'ms', 'o']

/** AMP prescribes the exact bytes. */
export const boilerplate =
  `<style amp-boilerplate>body{${PREFIXES.slice(0, 3).map(animation).join(';')};animation:-amp-start 8s steps(1,end) 0s 1 normal both}${PREFIXES.map(keyframes).join('')}@keyframes -amp-start{from{visibility:hidden}to{visibility:visible}}</style><noscript><style amp-boilerplate>body{-webkit-animation:none;-moz-animation:none;-ms-animation:none;animation:none}</style></noscript>` as SafeHtml
