import type { Rest } from './rest.ts'

/** Words in places that readers must not see. No response of the portal may contain them. */
export const CANARIES = {
  draft: 'kanarekszkicu',
  pending: 'kanarekoczekujacy',
  future: 'kanarekprzyszlosci',
  private: 'kanarekprywatny',
  trash: 'kanarekkosza',
  behindPassword: 'kanarekzahaslem',
  excerptBehindPassword: 'kanarekwypisuzahaslem',
  password: 'kanarekhaslo',
  heldComment: 'kanarekwstrzymany',
  hiddenComment: 'kanarekkomentarzazahaslem',
  raw: 'kanareksurowy',
  userName: 'kanareklogin',
  email: 'kanarekpoczty@tajne.example',
  readersEmail: 'czytelnik@tajne.example',
} as const

const PASSWORD_TITLE = 'Wpis pod kluczem'

/** Blocks that show other posts with their whole text: to an editor, private and password-protected ones too. */
const LISTS = `<!-- wp:latest-posts {"postsToShow":20,"displayPostContent":true,"displayPostContentRadio":"full_post"} /-->
<!-- wp:latest-comments {"commentsToShow":20} /-->
<!-- wp:query {"queryId":1,"query":{"perPage":20,"postType":"post","orderBy":"date","order":"desc","inherit":false}} -->
<div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title /--><!-- wp:post-content /--><!-- /wp:post-template --></div>
<!-- /wp:query -->`

/** Loads private posts, a private user and comments, and public posts that could reveal them. */
export async function loadPrivate(rest: Rest): Promise<void> {
  const paragraph = (text: string, settings = ''): string =>
    `<!-- wp:paragraph ${settings}--><p>${text}</p><!-- /wp:paragraph -->`
  const author = await rest.make('/users', {
    username: CANARIES.userName,
    email: CANARIES.email,
    name: 'Ewa Przykładowa',
    // Otherwise the path of the author's page contains the login name.
    slug: 'ewa-przykladowa',
    password: crypto.randomUUID(),
    roles: ['editor'],
    description: 'Pisze o rzeczach jawnych.',
  })
  for (const status of ['draft', 'pending', 'private', 'future'] as const) {
    await rest.make('/posts', {
      title: `Wpis ${CANARIES[status]}`,
      slug: `wpis-${status}`,
      status,
      author,
      content: paragraph(CANARIES[status]),
      ...(status === 'future' && { date: '2049-01-01T12:00:00' }),
    })
  }
  const trashed = await rest.make('/posts', { title: CANARIES.trash, status: 'publish', content: CANARIES.trash })
  await rest.remove(`/posts/${trashed}`)
  const hidden = await rest.make('/posts', {
    title: PASSWORD_TITLE,
    slug: 'wpis-pod-kluczem',
    status: 'publish',
    author,
    password: CANARIES.password,
    content: paragraph(CANARIES.behindPassword),
    excerpt: CANARIES.excerptBehindPassword,
  })
  const open = await rest.make('/posts', {
    title: 'Wpis z ustawieniami bloku',
    slug: 'wpis-z-ustawieniami',
    status: 'publish',
    author,
    content: paragraph('Akapit jawny.', `{"metadata":{"note":"${CANARIES.raw}"}} `),
  })
  await rest.make('/posts', {
    title: 'Wpis z listami',
    slug: 'wpis-z-listami',
    status: 'publish',
    author,
    content: LISTS,
  })
  const reader = { author_name: 'Czytelnik', author_email: CANARIES.readersEmail }
  await rest.make('/comments', { ...reader, post: open, content: CANARIES.heldComment, status: 'hold' })
  await rest.make('/comments', { ...reader, post: hidden, content: CANARIES.hiddenComment, status: 'approve' })
}
