import type { Block } from '../src/content/block.ts'
import { join } from '../src/content/html/markup.ts'
import { withoutMath } from '../src/content/html/math.ts'
import { newslettersOf } from '../src/services/newsletters.ts'
import type { Service } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import type { Report } from '../src/system/report.ts'
import { AMP_BLOCKS } from './blocks/blocks.ts'
import type { AmpContext } from './blocks/entry.ts'
import { type AmpConsent, isThirdParty } from './consent.ts'
import type { Extension, StyleName } from './extensions.ts'
import type { RenderedUpdate } from './live.ts'

interface BlockNeeds {
  extensions: Extension[]
  style: StyleName | undefined
  loadsThirdParty: boolean
}

export interface AmpBody {
  pieces: SafeHtml[]
  /** Top-level ones, or the first updates'. */
  blocks: Block[]
  extensions: Set<Extension>
  styles: Set<StyleName>
  loadsThirdParty: boolean
  /** Loads at once. */
  unblocked: Set<Extension>
}

type AnyEntry = {
  render(block: Block, context: AmpContext): SafeHtml
  extensions?(block: Block, context: AmpContext): Extension[]
  loadsThirdParty?(block: Block, context: AmpContext): boolean
  style?: StyleName
}

/**
 * Omits and reports a block that throws (BLOCK-4).
 * @param heroIsTaken the first image is the article's
 */
export function renderAmpBody(
  blocks: readonly Block[],
  settings: {
    service: Service
    absolute(url: string): string
    asking: AmpConsent
    heroIsTaken: boolean
    call: string
    report: Report
    liveList?: (updates: readonly RenderedUpdate[]) => SafeHtml
    /** Unix seconds. */
    revisedAt?: (id: string) => number | undefined
  },
): AmpBody {
  const needs: BlockNeeds[] = []
  let heroIsTaken = settings.heroIsTaken
  const { language, messages } = settings.service
  const context: AmpContext = {
    language,
    messages,
    newsletters: newslettersOf(settings.service),
    absolute: settings.absolute,
    asking: settings.asking,
    revisedAt: settings.revisedAt ?? (() => undefined),
    ownOrigins: new Set([settings.absolute('/')].flatMap((url) => URL.parse(url)?.origin ?? [])),
    inner: (inner) => join(inner.map(renderOne)),
    takeHero: () => {
      const isFirst = !heroIsTaken
      heroIsTaken = true
      return isFirst
    },
  }
  const pieces: SafeHtml[] = []
  const rendered: Block[] = []
  const updates: RenderedUpdate[] = []
  const place = blocks.findIndex(({ type }) => type === 'live-update')
  for (const block of blocks) {
    const piece = renderOne(block)
    if (piece === undefined) continue
    if (settings.liveList && block.type === 'live-update') updates.push({ update: block, html: piece })
    else {
      pieces.push(piece)
      rendered.push(block)
    }
  }
  const [first] = updates
  if (settings.liveList && first) {
    pieces.splice(place, 0, settings.liveList(updates))
    rendered.splice(place, 0, first.update)
  }
  return { pieces, blocks: rendered, ...needsOfAll(needs) }

  function renderOne(block: Block): SafeHtml | undefined {
    // TypeScript cannot pair types with entries.
    const entry = AMP_BLOCKS[block.type] as AnyEntry
    const before = { needs: needs.length, heroIsTaken }
    try {
      const html = entry.render(block, context)
      const extensions = entry.extensions?.(block, context) ?? []
      const loadsThirdParty = entry.loadsThirdParty?.(block, context) ?? extensions.some(isThirdParty)
      needs.push({ extensions, style: entry.style, loadsThirdParty })
      return withoutMath(html)
    } catch (error) {
      needs.splice(before.needs)
      heroIsTaken = before.heroIsTaken
      const kind = error instanceof Error ? error.message : String(error)
      settings.report({ call: settings.call, field: block.type, kind })
      return undefined
    }
  }
}

function needsOfAll(needs: readonly BlockNeeds[]): Omit<AmpBody, 'pieces' | 'blocks'> {
  const styles = needs.flatMap(({ style }) => style ?? [])
  return {
    extensions: new Set(needs.flatMap(({ extensions }) => extensions)),
    styles: new Set<StyleName>(['base', ...styles]),
    loadsThirdParty: needs.some(({ loadsThirdParty }) => loadsThirdParty),
    unblocked: new Set(needs.flatMap(({ extensions, loadsThirdParty }) => (loadsThirdParty ? [] : extensions))),
  }
}
