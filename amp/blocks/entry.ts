import type { Block, BlockOf, BlockType } from '../../src/content/block.ts'
import type { Service } from '../../src/services/service.ts'
import type { SafeHtml } from '../../src/system/escape.ts'
import type { AmpConsent } from '../consent.ts'
import type { Extension, StyleName } from '../extensions.ts'

export interface AmpContext extends Pick<Service, 'language' | 'messages'> {
  inner(blocks: readonly Block[]): SafeHtml
  /** Caches elsewhere serve the document. */
  absolute(url: string): string
  /** The party that `blockOnConsent` waits for. */
  asking: AmpConsent
  /** AMP frames nothing of these origins. */
  ownOrigins: ReadonlySet<string>
  /** Unix seconds; undefined: the update was never revised. */
  revisedAt(id: string): number | undefined
  /** True once: AMP loads the document's first image at once. */
  takeHero(): boolean
}

export interface AmpEntry<T extends BlockType> {
  render(block: BlockOf<T>, context: AmpContext): SafeHtml
  extensions?(block: BlockOf<T>, context: AmpContext): Extension[]
  /** Absent: the extensions say so. */
  loadsThirdParty?(block: BlockOf<T>, context: AmpContext): boolean
  style?: StyleName
}
