import type { ReactNode } from 'react'
import type { BlockType } from '../../src/content/block.ts'
import { Code } from './code.tsx'
import { Columns, Group, Separator, Unknown } from './layout.tsx'
import { Image, Youtube } from './media.tsx'
import type { BlockProps } from './props.ts'
import { Table } from './table-block.tsx'
import { Heading, Html, List, Paragraph, Quote } from './text.tsx'

type BlockComponents = { [T in BlockType]: (props: BlockProps<T>) => ReactNode }

/** How each block looks on a canonical page. A new block type does not compile until it stands here. */
export const BLOCK_COMPONENTS = {
  paragraph: Paragraph,
  heading: Heading,
  list: List,
  quote: Quote,
  table: Table,
  image: Image,
  html: Html,
  separator: Separator,
  columns: Columns,
  group: Group,
  code: Code,
  youtube: Youtube,
  unknown: Unknown,
} satisfies BlockComponents
