import type { Service } from './service.ts'

export const bezprawnik: Service = {
  name: 'bezprawnik',
  title: 'Bezprawnik',
  color: '#8c1d40',
  colorOnDark: '#f08aa8',
  settingsOf: 'bezprawnik',
  articlePathForm: 'as-in-cms',
  articleLayout: 'scroll',
  oembedProvider: 'Szpalta Bezprawnik',
  hasAmp: true,
  theme: 'switchable',
  menu: [],
  seo: {
    title: 'Bezprawnik',
    description: 'Prawo na co dzień.',
  },
}
