import { escapeHtml } from '../../system/escape.ts'
import type { ArticleMeta, CorrectionMeta } from './front-matter.ts'

/** The blocks of an article with its corrections, which stand above or below all others (CORR-2). */
export function withCorrections(blocks: readonly object[], { corrections = [] }: ArticleMeta): readonly object[] {
  if (corrections.length === 0) return blocks
  const at = (place: CorrectionMeta['place']): object[] =>
    corrections.filter((one) => one.place === place).map(correctionBlock)
  return [...at('top'), ...blocks, ...at('bottom')]
}

/** When an article was last revised, its corrections included; undefined: never. */
export function lastRevision({ updated, corrections = [] }: ArticleMeta): string | undefined {
  // Local times of one form: the later text is the later time.
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
