import { PREVIEW_PATH } from '../../content/public-paths.ts'
import type { SignedLink } from '../../system/signed-link.ts'

export function pathOfLink({ id, expires, signature }: SignedLink): string {
  return `${PREVIEW_PATH}/${id}?${new URLSearchParams({ expires: String(expires), signature })}`
}

export interface PreviewChoice {
  output: PreviewOutput
  width: PreviewWidth
  theme: PreviewTheme
  isFramed: boolean
}

export const PREVIEW_OUTPUTS = ['page', 'amp', 'card'] as const
export type PreviewOutput = (typeof PREVIEW_OUTPUTS)[number]
/** CSS pixels. */
export const PREVIEW_WIDTHS = ['full', '360', '768', '1280'] as const
export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number]
export const PREVIEW_THEMES = ['system', 'light', 'dark'] as const
export type PreviewTheme = (typeof PREVIEW_THEMES)[number]

/** The choice needs no signature. */
export function choiceIn(query: Readonly<Record<string, unknown>>): PreviewChoice {
  return {
    output: oneOf(PREVIEW_OUTPUTS, query.output),
    width: oneOf(PREVIEW_WIDTHS, query.width),
    theme: oneOf(PREVIEW_THEMES, query.theme),
    isFramed: query.framed === '1',
  }
}

function oneOf<T extends string>(known: readonly [T, ...T[]], value: unknown): T {
  return known.find((one) => one === value) ?? known[0]
}

export function previewPath(link: SignedLink, { output, width, theme, isFramed }: PreviewChoice): string {
  const chosen = new URLSearchParams()
  if (output !== PREVIEW_OUTPUTS[0]) chosen.set('output', output)
  if (width !== PREVIEW_WIDTHS[0]) chosen.set('width', width)
  if (theme !== PREVIEW_THEMES[0]) chosen.set('theme', theme)
  if (isFramed) chosen.set('framed', '1')
  return chosen.size === 0 ? pathOfLink(link) : `${pathOfLink(link)}&${chosen}`
}
