import type { Block, BlockOf, BlockType } from '../../src/content/block.ts'
import type { Service } from '../../src/services/service.ts'
import type { SafeHtml } from '../../src/system/escape.ts'
import type { AmpConsent } from '../consent.ts'
import type { Extension, StyleName } from '../extensions.ts'

export interface AmpContext extends Pick<Service, 'language' | 'messages'> {
  inner(blocks: readonly Block[]): SafeHtml
  /** Caches elsewhere serve the document, so URLs of this portal must be absolute. */
  absolute(url: string): string
  /** Who asks for the consent that elements of third parties wait for (`blockOnConsent`). */
  asking: AmpConsent
  /** Origins that serve the document: AMP frames nothing of these. */
  ownOrigins: ReadonlySet<string>
  /** When an update of a live coverage was revised, Unix seconds; undefined: never. */
  revisedAt(id: string): number | undefined
  /** True once, for the document's first image, which AMP loads at once. */
  takeHero(): boolean
}

export interface AmpEntry<T extends BlockType> {
  render(block: BlockOf<T>, context: AmpContext): SafeHtml
  extensions?(block: BlockOf<T>, context: AmpContext): Extension[]
  /** Whether it loads something of a third party; absent: its extensions say so. */
  loadsThirdParty?(block: BlockOf<T>, context: AmpContext): boolean
  style?: StyleName
}
