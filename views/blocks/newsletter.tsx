import { NewsletterBox } from '../components/newsletter-box.tsx'
import type { BlockProps } from './props.ts'

export function Newsletter({ block }: BlockProps<'newsletter'>) {
  return <NewsletterBox header={block.header} description={block.description} />
}
