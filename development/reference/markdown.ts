/** A table of Markdown: a bar within a cell would end it. */
export function tableOf(heads: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const lines = [heads, heads.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.map(cellOf).join(' | ')} |\n`).join('')
}

function cellOf(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim()
}

export function codeOf(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

export function fenceOf(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`
}
