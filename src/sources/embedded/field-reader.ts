import { editDistance } from '../../system/edit-distance.ts'
import { isRecord } from '../../system/record.ts'
import {
  type ArticleMeta,
  articleMeta,
  FIELD_NAMES,
  type FieldName,
  isGiven,
  plainName,
  QUIET,
} from './article-fields.ts'
import { NewsroomFileError, NewsroomFileWarning } from './front-matter.ts'

const MAX_REPORTED = 10
const MAX_NAME = 40

/** Takes each field once, and reports the rest. */
export class FieldReader {
  private readonly written = new Map<string, string>()
  private readonly taken = new Set<string>()

  constructor(
    private readonly file: string,
    private readonly fields: Record<string, unknown>,
    private readonly lineOf: (name: string) => number | undefined,
    private readonly onWarning: (warning: NewsroomFileWarning) => void = () => {},
  ) {
    for (const name of Object.keys(fields))
      if (!this.written.has(plainName(name))) this.written.set(plainName(name), name)
  }

  /** The first name with a value. */
  take(
    names: readonly string[],
    isUsable: (value: unknown) => boolean = isGiven,
  ): { name: string; value: unknown } | undefined {
    let first: { name: string; value: unknown } | undefined
    for (const alias of names) {
      const name = this.written.get(plainName(alias))
      const value = name === undefined ? undefined : this.fields[name]
      if (name === undefined || !isUsable(value)) continue
      this.taken.add(name)
      first ??= { name, value }
    }
    return first
  }

  text(names: readonly string[]): { name: string; value: string } | undefined {
    const usable = this.take(names, (value) => isGiven(value) && !isRecord(value) && !Array.isArray(value))
    return usable && { name: usable.name, value: String(usable.value).trim() }
  }

  /** Reports and leaves out an unusable field of the newsroom's own form. */
  own<T extends FieldName>(field: T): ArticleMeta[T] | undefined {
    const usable = this.take([field])
    if (!usable) return undefined
    const parsed = articleMeta.shape[field].safeParse(usable.value)
    if (parsed.success) return parsed.data as ArticleMeta[T]
    const [issue] = parsed.error.issues
    const path = [usable.name, ...(issue?.path ?? [])].map(String).join('.')
    this.warn(usable.name, `field "${path}" ${issue?.message ?? 'is unusable'}, and is left out`)
    return undefined
  }

  /** Reports what it cuts. */
  atMost<T>(most: number, name: string, list: T[]): T[] {
    if (list.length > most) this.warn(name, `field "${name}" has ${list.length} entries; ${most} are shown`)
    return list.slice(0, most)
  }

  where(name?: string): string {
    const line = name === undefined ? undefined : this.lineOf(name)
    return line === undefined ? this.file : `${this.file}:${line}`
  }

  warn(name: string | undefined, words: string): void {
    this.onWarning(new NewsroomFileWarning(`${this.where(name)}: ${words}`))
  }

  error(name: string | undefined, words: string): NewsroomFileError {
    return new NewsroomFileError(`${this.where(name)}: ${words}`)
  }

  reportRest(): void {
    const known = new Set(Object.values(FIELD_NAMES).flat().map(plainName))
    const unknown = Object.keys(this.fields).filter((name) => {
      const plain = plainName(name)
      return !this.taken.has(name) && !QUIET.has(plain) && !known.has(plain)
    })
    for (const name of unknown.slice(0, MAX_REPORTED)) {
      const plain = plainName(name).slice(0, MAX_NAME)
      const near = Object.keys(FIELD_NAMES).find((one) => editDistance(plainName(one), plain) <= 2)
      const hint = near === undefined ? '' : `: did you mean "${near}"?`
      this.warn(name, `field "${name.slice(0, MAX_NAME)}" is unknown, and says nothing${hint}`)
    }
    const rest = unknown.length - MAX_REPORTED
    if (rest > 0) this.warn(undefined, `${rest} more fields are unknown, and say nothing`)
  }
}
