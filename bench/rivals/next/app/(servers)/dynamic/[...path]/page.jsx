import { notFound } from 'next/navigation'
import { ArticlePage } from '../../../../components/article-page'
import { pageOf } from '../../../../content/content'
import { metadataOf } from '../../../../content/metadata'

/** Rendered for every request. */
export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }) {
  const page = pageOf((await params).path)
  return page ? metadataOf(page) : {}
}

export default async function Page({ params }) {
  const page = pageOf((await params).path)
  if (!page) notFound()
  return <ArticlePage page={page} />
}
