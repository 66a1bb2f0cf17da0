import { digestOf } from './digest.ts'

export interface YamlValue {
  /** Of the text. */
  digest: string
  yaml: unknown
}

/** @throws {NewsroomFileError} naming the file */
export type YamlReader = (file: string, text: string) => unknown

/** The same text says the same (SRC-62, docs/decisions/171). */
export function rememberingYaml(
  parse: YamlReader,
  knownYaml: ((digest: string) => YamlValue | undefined) | undefined,
): { read: YamlReader; values: YamlValue[] } {
  const values: YamlValue[] = []
  return {
    read(file, text) {
      const digest = digestOf(text)
      const value = knownYaml?.(digest) ?? { digest, yaml: parse(file, text) }
      values.push(value)
      return value.yaml
    },
    values,
  }
}
