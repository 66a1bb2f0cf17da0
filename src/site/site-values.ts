import { LineCounter, parseDocument, visit } from 'yaml'

export interface SiteValue {
  file: string
  line: number
  value: string
}

/** All texts of a file, without the names of fields. */
export function valuesIn(file: string, text: string): SiteValue[] {
  const lines = new LineCounter()
  const values: SiteValue[] = []
  visit(parseDocument(text, { lineCounter: lines, schema: 'core', uniqueKeys: false }), {
    Scalar(key, { value, range }) {
      if (key === 'key' || typeof value !== 'string') return
      values.push({ file, line: lines.linePos(range?.[0] ?? 0).line, value })
    },
  })
  return values
}
