import { escapeHtml } from '../../system/escape.ts'
import type { ArticleMeta, CorrectionMeta } from './front-matter.ts'

/** Places corrections above or below all other blocks (CORR-2). */
export function withCorrections(blocks: readonly object[], { corrections = [] }: ArticleMeta): readonly object[] {
  if (corrections.length === 0) return blocks
  const at = (place: CorrectionMeta['place']): object[] =>
    corrections.filter((one) => one.place === place).map(correctionBlock)
  return [...at('top'), ...blocks, ...at('bottom')]
}

/** The last revision of an article, its corrections included; undefined: never. */
export function lastRevision({ updated, corrections = [] }: ArticleMeta): string | undefined {
  // Local times of one form sort as texts.
  return [updated, ...corrections.map(({ date }) => date)]
    .filter((date) => date !== undefined)
    .sort()
    .at(-1)
}

function correctionBlock({ date, text }: CorrectionMeta): object {
  return {
    blockType: 'correction',
    blockName: 'acf/correction',
    attrs: { date },
    innerHTML: `<p>${escapeHtml(text)}</p>`,
    innerBlocks: [],
  }
}
