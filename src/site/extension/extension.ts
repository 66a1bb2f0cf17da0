import { type ComponentType, createElement, type ReactNode } from 'react'
import * as z from 'zod'
import { isSafeUrl } from '../../content/html/own-html.ts'
import type { AmpTools, MarkupTools, OwnBlock, PageTools } from '../../content/own-block.ts'
import type { OwnScript, ScriptConsent } from '../../integrations/settings.ts'
import type { SafeHtml } from '../../system/escape.ts'

export type { AmpTools, MarkupTools, PageTools, SafeHtml }
/** Extensions import `szpalta/extension` alone (docs/decisions/050). */
export { z }

/** Other schemes could run code. */
export const urlField = z.string().refine(isSafeUrl, 'is no URL that a link may have')

export interface Extension {
  blocks: readonly OwnBlock[]
  scripts: readonly OwnScript[]
}

export interface ExtensionDefinition {
  blocks?: readonly OwnBlock[]
  /** On every page but AMP's, after consent. */
  head?: readonly HeadScript[]
}

export interface HeadScript {
  /** https. Its host may be called and framed. */
  script: string
  consent: ScriptConsent
  attributes?: Readonly<Record<string, string>>
  connect?: readonly string[]
}

/**
 * @template F the fields as the schema returns them
 * @template P the properties of the island
 */
export interface BlockDefinition<F extends object, P extends object> {
  name: `${string}/${string}`
  /** Drops other fields; a mismatch shows the saved markup. */
  fields: z.ZodType<F>
  page(props: OwnPageProps<F, P>): ReactNode
  /** AMP elements bring their scripts. Absent: a link to the article's page stands in AMP. */
  amp?(props: { fields: F } & AmpTools): SafeHtml
  feed(props: { fields: F } & MarkupTools): SafeHtml | undefined
  /** Default export of `extension/{name after the slash}.island.tsx`. */
  island?: ComponentType<P>
}

export interface OwnPageProps<F extends object, P extends object> extends Pick<PageTools, 'inner' | 'language'> {
  fields: F
  /** JSON carries them; hydration waits for use. */
  island(props: P): ReactNode
}

const NAME = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/
/** The program's own name spaces (BLOCK-2). */
const TAKEN = ['core', 'core-embed', 'acf', 'hub']

/** @throws {TypeError} for an impossible name */
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
        // The library may repeat an editor's text.
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
        amp: amp && ((tools) => amp({ ...tools, fields })),
        feed: (tools) => feed({ ...tools, fields }),
      }
    },
  }
}

/** @throws {TypeError} for equal names, or a script without https */
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
    attributes,
    connect: origins.length > 0 ? origins : undefined,
  }
}

function originOf(url: string, what: string): string {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:') throw new TypeError(`${what} must be an absolute URL with https:`)
  return parsed.origin
}
