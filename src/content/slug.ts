import { plainLine } from './plain-line.ts'

const MAX_FOLDED = 400

/** Up to 80 characters. */
export function slugOf(text: string): string {
  return (
    // Ordering many combining marks takes quadratic time.
    foldPolish(plainLine(text.slice(0, MAX_FOLDED)))
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80)
      // A cut may leave a dash or a lone surrogate.
      .replace(/[-\p{Surrogate}]+$/u, '')
  )
}

const SIGNS: Readonly<Record<string, string>> = { '+': 'plus', '#': 'sharp', '*': 'star' }

/** For names that differ by them: C++ and C#, Disney+, .NET. A sign before a word, as of `#news`, says nothing. */
export function withSpelledSigns(name: string): string {
  return name
    .replace(/(?<=[\p{L}\p{N}])([+#*]+)(?=([\p{L}\p{N}])?)/gu, (_, signs: string, next?: string) =>
      [...[...signs].map((sign) => `-${SIGNS[sign]}`), next === undefined ? '' : '-'].join(''),
    )
    .replace(/^\.(?=\p{L})/u, 'dot-')
}

/** `Zażółć` becomes `Zazolc`. */
export function foldPolish(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/ł/g, 'l')
    .replace(/Ł/g, 'L')
}
