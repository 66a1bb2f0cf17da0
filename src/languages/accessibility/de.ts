import type { StatementWords } from './pl.ts'

export const de: StatementWords = {
  conformance: {
    full: '{title} entspricht vollständig den WCAG 2.2, Stufe AA (EN 301 549).',
    partial: '{title} entspricht wegen der unten genannten Ausnahmen teilweise den WCAG 2.2, Stufe AA (EN 301 549).',
    none: '{title} entspricht nicht den WCAG 2.2, Stufe AA (EN 301 549). Die Gründe stehen unten.',
  },
  met: 'Was funktioniert',
  metNote: 'Diese Eigenschaften hat das Programm, mit dem die Website läuft. Tests prüfen sie bei jeder Änderung.',
  items: {
    keyboard: 'Was mit der Maus geht, geht auch mit der Tastatur, und der Fokus ist deutlich zu sehen.',
    structure:
      'Jede Seite hat Überschriften in der richtigen Reihenfolge, Bereiche und einen Link, der direkt zum Inhalt führt.',
    zoom: 'Seiten lassen sich auf 400 % vergrößern, Text allein auf 200 %, ohne seitliches Scrollen.',
    contrast:
      'Text hat zum Hintergrund einen Kontrast von mindestens 4,5:1, auch im dunklen Design, und Modi mit hohem Kontrast funktionieren.',
    motion: 'Nichts bewegt sich oder spielt von selbst, wenn Sie in Ihrem System weniger Bewegung wählen.',
    script: 'Texte, Menü, Suche und Formulare funktionieren ohne JavaScript.',
  },
  exceptions: 'Was noch nicht funktioniert',
  general: {
    media:
      'Aufnahmen haben möglicherweise keine Untertitel und kein Transkript, ältere Bilder keine Beschreibung, wenn die Redaktion keine ergänzt hat.',
    embeds: 'Eingebettete Inhalte anderer Websites (Videos, Beiträge) sind so, wie diese Websites sie gemacht haben.',
    ads: 'Anzeigen kommen von Werbekunden und sind möglicherweise nicht barrierefrei.',
    comments: 'Kommentare schreiben Leserinnen und Leser; sie können Inhalte enthalten, die nicht barrierefrei sind.',
  },
  contact: 'Wie Sie ein Problem melden',
  contactLead:
    'Schreiben Sie oder rufen Sie an, wenn etwas nicht funktioniert oder Sie Inhalte in anderer Form brauchen. Nennen Sie die Adresse der Seite und beschreiben Sie das Problem.',
  reply: {
    one: 'Wir antworten innerhalb von {count} Tag.',
    other: 'Wir antworten innerhalb von {count} Tagen.',
  },
  email: 'E-Mail:',
  telephone: 'Telefon:',
  authority: 'Wenn unsere Antwort nicht genügt, können Sie sich beschweren bei:',
  about: 'Über diese Erklärung',
  self: 'Wir haben sie auf Grundlage einer eigenen Bewertung erstellt.',
  external: 'Wir haben sie auf Grundlage einer externen Bewertung erstellt.',
  prepared: 'Erstellt am {date}.',
  reviewed: 'Zuletzt überprüft am {date}.',
}
