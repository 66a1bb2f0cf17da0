/** A link of the group in the footer. */
interface GroupLink {
  title: string
  link: string
}

/**
 * Profiles and partners of the publishing group (SHELL-6); the reserved names are placeholders for a
 * publisher's own.
 */
export const group: { social: GroupLink[]; partners: GroupLink[] } = {
  social: [
    { title: 'Facebook', link: 'https://facebook.example/szpalta' },
    { title: 'YouTube', link: 'https://youtube.example/szpalta' },
    { title: 'LinkedIn', link: 'https://linkedin.example/szpalta' },
    { title: 'Mastodon', link: 'https://mastodon.example/@szpalta' },
  ],
  partners: [
    { title: 'Fundacja Otwarty Zeszyt', link: 'https://otwarty-zeszyt.example/' },
    { title: 'Pracownia Druku Ruchomego', link: 'https://druk-ruchomy.example/' },
  ],
}
