import * as z from 'zod'
import { shown } from './secrets.ts'
import { variableSuffix } from './variable-suffix.ts'

/** Without empty variables, as most panels unset one that way. */
export type RawVariables = Readonly<Record<string, string | undefined>>

/** A secret, its URL, and the variable of that URL (OPS-13). */
export interface Destination {
  secret: string
  address: string
  url: string
}

type Forms = Readonly<Record<string, z.ZodType>>
type TextForms = Readonly<Record<string, z.ZodType<string>>>

interface Definition<V extends Forms, O extends TextForms, S extends object, C> {
  variables: V
  /** Without a service's name: `CMS_URL`. */
  ofServices?: O
  /** @param own the value of a service's variable: `CMS_URL_AKADEMIA` */
  settings(
    variables: z.output<z.ZodObject<V>>,
    context: C,
    own: (name: keyof O & string, service: string) => string | undefined,
  ): S
  /** Rules between raw variables, so that other problems hide none. */
  problems?(raw: RawVariables, context: C): string[]
  /** Secrets that neither names nor passwords of URLs show. */
  secrets?(raw: RawVariables, services: readonly string[]): string[]
  destinations?(raw: RawVariables, context: C): Destination[]
}

/** A start reads each form once: compiling its check, as zod does for objects, costs more than the check. */
const ONCE = { jitless: true }

/** Settings of one feature or room; `C` is what it knows of site and machine. */
export interface SettingsPart<S extends object, C> {
  names(services: readonly string[]): string[]
  defaults(): Record<string, string>
  formProblems(raw: RawVariables, services: readonly string[]): string[]
  problems(raw: RawVariables, context: C): string[]
  read(raw: RawVariables, context: C): S
  secrets(raw: RawVariables, services: readonly string[]): string[]
  destinations(raw: RawVariables, context: C): Destination[]
}

/** Variables, what follows from them, and what contradicts. */
export function defineSettings<V extends Forms, S extends object, C = unknown, O extends TextForms = TextForms>({
  variables,
  ofServices,
  settings,
  problems = () => [],
  secrets = () => [],
  destinations = () => [],
}: Definition<V, O, S, C>): SettingsPart<S, C> {
  const schema = z.object(variables)
  const formsOf = (services: readonly string[]): Forms => ({
    ...variables,
    ...Object.fromEntries(
      Object.entries(ofServices ?? {}).flatMap(([name, form]) =>
        services.map((service) => [name + variableSuffix(service), form.optional()]),
      ),
    ),
  })
  return {
    names: (services) => Object.keys(formsOf(services)),
    defaults: () =>
      Object.fromEntries(
        Object.entries(variables).flatMap(([name, form]) => {
          const { data } = form.safeParse(undefined)
          return data === undefined ? [] : [[name, String(data)]]
        }),
      ),
    formProblems: (raw, services) =>
      (z.object(formsOf(services)).safeParse(raw, ONCE).error?.issues ?? []).map((issue) => {
        const name = String(issue.path[0] ?? '')
        return `${name} ${issue.message} (${shown(name, raw[name])})`
      }),
    problems,
    read: (raw, context) =>
      settings(schema.parse(raw, ONCE), context, (name, service) =>
        ofServices?.[name]?.optional().parse(raw[name + variableSuffix(service)]),
      ),
    secrets,
    destinations,
  }
}

/** Each of several URLs, separated by commas, gets the secret. */
export function destinationsOf(
  raw: RawVariables,
  pairs: ReadonlyArray<readonly [secret: string, address: string]>,
): Destination[] {
  return pairs.flatMap(([secret, address]) =>
    raw[secret] === undefined
      ? []
      : (raw[address] ?? '').split(',').map((url) => ({ secret, address, url: url.trim() })),
  )
}
