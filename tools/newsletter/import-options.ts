import { parseArgs } from 'node:util'
import { LENGTHS, lineOf } from '../../src/content/text.ts'
import { ENCODINGS, type Encoding } from '../../src/features/newsletter/importing/csv-records.ts'
import { FORMS, type FormName } from '../../src/features/newsletter/importing/members.ts'
import { commandLine } from '../../src/system/command-line.ts'

export const USAGE = `usage: ${commandLine('newsletter:import', { args: '<file>... [--service <name>] [--newsletter <name>]' })} [--form ${FORMS.join('|')}]
         [--confirmed-by <words>] [--encoding ${ENCODINGS.join('|')}] [--dry-run]
       Form and encoding are found by the file. All files of an export belong into one command.
       --confirmed-by vouches for subscribed readers of a file that does not say when they confirmed.
`

export interface ImportOptions {
  service: string | undefined
  /** Undefined: the service's own. */
  newsletter: string | undefined
  /** Undefined: by the file's columns. */
  form: FormName | undefined
  encoding: Encoding | undefined
  confirmedBy: string | undefined
  isDry: boolean
  files: string[]
}

/** @returns undefined for invalid options */
export function importOptionsOf(args: string[]): ImportOptions | undefined {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        service: text,
        newsletter: text,
        form: text,
        encoding: text,
        'confirmed-by': text,
        'dry-run': { type: 'boolean', default: false },
      },
    })
    const form = FORMS.find((name) => name === values.form)
    const encoding = ENCODINGS.find((name) => name === values.encoding)
    const words = values['confirmed-by']
    const confirmedBy = words === undefined ? undefined : lineOf(words, LENGTHS.title)
    const isWrong =
      positionals.length === 0 ||
      confirmedBy === '' ||
      (values.form !== undefined && form === undefined) ||
      (values.encoding !== undefined && encoding === undefined)
    if (isWrong) return undefined
    const { service, newsletter } = values
    return { service, newsletter, form, encoding, confirmedBy, isDry: values['dry-run'], files: positionals }
  } catch {
    return undefined
  }
}
