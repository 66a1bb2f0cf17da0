import type { CSSProperties } from 'react'
import type { BlockProps } from './props.ts'

export function Separator({ block }: BlockProps<'separator'>) {
  const style = block.color ? ({ '--separator': block.color } as CSSProperties) : undefined
  return <hr className={`separator-${block.size}`} style={style} />
}

export function Columns({ block, inner }: BlockProps<'columns'>) {
  return (
    <div className="columns">
      {block.columns.map((column, index) => (
        <div key={index} style={column.width ? { flexBasis: column.width } : undefined}>
          {inner(column.blocks)}
        </div>
      ))}
    </div>
  )
}

export function Group({ block, inner }: BlockProps<'group'>) {
  return <div className="group">{inner(block.blocks)}</div>
}

export function Unknown({ block, inner }: BlockProps<'unknown'>) {
  return inner(block.blocks)
}
