import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import ts from 'typescript'

/**
 * An esbuild plugin that escapes what is not ASCII in regular expressions, as esbuild itself does in strings only. One such
 * character makes V8 hold the source of a whole chunk at two bytes a character (docs/decisions/020).
 * @param addedTo returns what is added to the end of a module
 */
export const asciiPatterns = (addedTo = () => '') => ({
  name: 'ascii-patterns',
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:src|tools|views|amp)\/.*\.tsx?$/ }, async ({ path }) => ({
      contents: withAsciiPatterns(await readFile(path, 'utf8'), path) + addedTo(path),
      loader: extname(path).slice(1),
    }))
  },
})

function withAsciiPatterns(source, path) {
  if (isAscii(source)) return source
  const patterns = []
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node) && !isAscii(node.text)) patterns.push(node)
    ts.forEachChild(node, visit)
  }
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest)
  visit(file)
  return patterns.reduceRight(
    (text, node) => text.slice(0, node.getStart(file)) + escaped(node.text) + text.slice(node.end),
    source,
  )
}

function isAscii(text) {
  return /^[\0-\x7f]*$/.test(text)
}

function escaped(pattern) {
  return pattern.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
