import { type ComponentType, createElement, type ReactNode } from 'react'
import * as z from 'zod'
import { isSafeUrl } from '../../content/html/own-html.ts'
import type { AmpTools, MarkupTools, OwnBlock, PageTools } from '../../content/own-block.ts'
import type { OwnScript, ScriptConsent } from '../../integrations/settings.ts'
import type { SafeHtml } from '../../system/escape.ts'

export type { AmpTools, MarkupTools, PageTools, SafeHtml }
/**
 * What a site folder's `extension.ts` imports as `szpalta/extension` (docs/decisions/050). Nothing else of the program is
 * open to it.
 */
export { z }

/** A field with a URL: of the web, a mail or a telephone, or relative. Others could run code on a page. */
export const urlField = z.string().refine(isSafeUrl, 'is no URL that a link may have')

/** What `extension.ts` exports as its default. */
export interface Extension {
  blocks: readonly OwnBlock[]
  scripts: readonly OwnScript[]
}

export interface ExtensionDefinition {
  blocks?: readonly OwnBlock[]
  /** Scripts of third parties for every page, not for AMP. Each waits for the reader's consent. */
  head?: readonly HeadScript[]
}

export interface HeadScript {
  /** Absolute, by `https:`. Its host may be called and framed by the page. */
  script: string
  /** What the reader consents to. */
  consent: ScriptConsent
  /** Attributes of the script element: `data-domain`. */
  attributes?: Readonly<Record<string, string>>
  /** Other origins that the script calls. */
  connect?: readonly string[]
}

/**
 * A block: its fields, and what each output shows.
 * @template F the fields as the schema returns them
 * @template P the properties of the island
 */
export interface BlockDefinition<F extends object, P extends object> {
  /** As in the editor: a name space of one's own, a slash, a name. */
  name: `${string}/${string}`
  /** Schema of the block's settings. Others are dropped; a block that does not match shows its saved markup. */
  fields: z.ZodType<F>
  /** The block on a page: a component, rendered by the server. */
  page(props: OwnPageProps<F, P>): ReactNode
  /** The block in an AMP document. Elements of AMP (`amp-img`) bring their own scripts. */
  amp(props: { fields: F } & AmpTools): SafeHtml
  /** The block in feeds: plain markup. `undefined`: nothing. */
  feed(props: { fields: F } & MarkupTools): SafeHtml | undefined
  /** Default export of `extension/{the name after the slash}.island.tsx`. */
  island?: ComponentType<P>
}

export interface OwnPageProps<F extends object, P extends object> extends Pick<PageTools, 'inner' | 'language'> {
  fields: F
  /** Renders the island, which browsers hydrate on first use. Its properties travel as JSON. */
  island(props: P): ReactNode
}

const NAME = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/
/** Name spaces whose blocks are the program's (BLOCK-2). */
const TAKEN = ['core', 'core-embed', 'acf', 'hub']

/** @throws {TypeError} for a name that cannot be a block's */
export function defineBlock<F extends object, P extends object = never>({
  name,
  fields: schema,
  page,
  amp,
  feed,
  island,
}: BlockDefinition<F, P>): OwnBlock {
  const [space = ''] = name.split('/', 1)
  if (!NAME.test(name)) throw new TypeError(`the block "${name}": name it like "acme/quiz", in lower case`)
  if (TAKEN.includes(space)) throw new TypeError(`the block "${name}": "${space}/" is taken, choose a name of your own`)
  return {
    name,
    island,
    parse(settings) {
      const parsed = schema.safeParse(settings)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        // The library's own words may repeat what the editor wrote.
        const kind = issue?.code === 'custom' ? issue.message : (issue?.code ?? 'invalid')
        return { problem: { field: issue?.path.join('.') || '(all)', kind } }
      }
      const fields = parsed.data
      return {
        page: ({ island: render, ...tools }) =>
          createElement(page, {
            ...tools,
            fields,
            island(props) {
              if (!island) throw new TypeError(`the block "${name}" has no island`)
              return render(island, props)
            },
          }),
        amp: (tools) => amp({ ...tools, fields }),
        feed: (tools) => feed({ ...tools, fields }),
      }
    },
  }
}

/** @throws {TypeError} for two blocks of one name, or a script that is no `https:` URL */
export function defineExtension({ blocks = [], head = [] }: ExtensionDefinition): Extension {
  const names = new Set<string>()
  for (const { name } of blocks) {
    if (names.has(name)) throw new TypeError(`the block "${name}" is defined twice`)
    names.add(name)
  }
  return { blocks, scripts: head.map(scriptOf) }
}

function scriptOf({ script, consent, attributes, connect = [] }: HeadScript): OwnScript {
  originOf(script, `the script "${script}"`)
  const origins = connect.map((other) => originOf(other, `"${other}", which the script "${script}" calls`))
  return {
    url: script,
    consent,
    ...(attributes && { attributes: { ...attributes } }),
    ...(origins.length > 0 && { connect: origins }),
  }
}

function originOf(url: string, what: string): string {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:') throw new TypeError(`${what} must be an absolute URL with https:`)
  return parsed.origin
}
