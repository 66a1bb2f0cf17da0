import type { MessageTemplates } from '../messages.ts'

export const consent: MessageTemplates['consent'] = {
  title: 'Einwilligung',
  toDialogue: 'Zur Frage nach der Einwilligung',
  question:
    'Sind Sie mit Diensten unserer Partner einverstanden: {subjects}? Sie können in Ihrem Browser Cookies und ähnliche Daten speichern.',
  subjects: {
    advertising: 'Werbung',
    measurement: 'Reichweitenmessung',
    notifications: 'Benachrichtigungen',
    comments: 'Kommentare',
    embeds: 'eingebettete Inhalte anderer Websites',
  },
  names: {
    advertising: 'Werbung',
    measurement: 'Reichweitenmessung',
    notifications: 'Benachrichtigungen',
    comments: 'Kommentare',
    embeds: 'Eingebettete Inhalte anderer Websites',
  },
  purposes: {
    advertising: 'Anzeigen zeigen, auch nach Interessen ausgewählte, und ihre Wirkung messen.',
    measurement: 'Seitenaufrufe zählen und erfahren, welche Artikel gelesen werden.',
    notifications: 'Benachrichtigungen über neue Artikel an den Browser senden.',
    comments: 'Kommentare unter Artikeln zeigen und hinzufügen.',
    embeds: 'Videos, Beiträge und Animationen anderer Websites in Artikeln zeigen.',
  },
  accept: 'Zustimmen',
  reject: 'Ablehnen',
  choose: 'Selbst auswählen',
  settings: 'Ihre Einwilligung',
  save: 'Auswahl speichern',
  close: 'Ohne Änderung schließen',
  memory:
    'Ohne Ihre Einwilligung wird nichts von dieser Liste geladen. Nur dieser Browser merkt sich Ihre Auswahl, für 6 Monate; ändern können Sie sie unten auf jeder Seite mit „Einwilligung ändern“.',
}

export const privacy: MessageTemplates['privacy'] = {
  title: 'Datenschutz und Cookies',
  lead: 'Was diese Website in Ihrem Browser speichert, welche Dienste von Partnern sie lädt und wozu. Die Liste entsteht aus den Einstellungen der Website und entspricht deshalb dem, was tatsächlich geladen wird.',
  controller: 'Diese Website betreibt {name}.',
  own: {
    title: 'Was die Website selbst speichert',
    lead: 'Diese Daten bleiben in Ihrem Browser und werden nirgendwohin gesendet. Löschen können Sie sie in den Einstellungen des Browsers.',
    theme: 'Helles oder dunkles Design, sobald Sie es gewählt haben',
    articles: 'Zuletzt gelesene Artikel, zum Lesen ohne Netz',
    revisions: 'Fassungen geänderter Artikel, die Sie lesen, um auf die nächste Änderung hinzuweisen',
    positions: 'Stellen, an denen Sie Aufnahmen unterbrechen, um dort weiterzuhören',
    breaking: 'Eilmeldungen, die Sie ausblenden',
    textSize: 'Die Textgröße, wenn Sie sie ändern',
    saved: 'Artikel, die Sie sich merken, mit ihren Bildern',
    places: 'Stellen, an denen Sie lange Artikel verlassen',
    consent: 'Ihre Entscheidung über die Einwilligung',
    untilDeleted: 'bis Sie sie löschen',
  },
  parties: {
    title: 'Dienste von Partnern',
    none: 'Diese Website lädt keine Dienste von Partnern.',
    country: 'Sitz: {country}.',
    stores: 'Speichert:',
    unknown: 'Was gespeichert wird und wie lange, steht in der Datenschutzerklärung dieses Partners.',
    session: 'bis zum Schließen des Browsers',
    days: { one: '{count} Tag', other: '{count} Tage' },
    months: { one: '{count} Monat', other: '{count} Monate' },
    policy: 'Datenschutzerklärung: {name}',
  },
  counters: {
    title: 'Seitenaufrufe zählen ohne Cookies',
    lead: 'Jeden Seitenaufruf melden wir diesem Dienst: die Adresse der Seite, die Website, von der Sie kommen, und die Sprache Ihres Browsers. Wie bei jeder Verbindung erhält er auch Ihre IP-Adresse und den Namen Ihres Browsers. In Ihrem Browser wird nichts gespeichert, deshalb fragen wir nicht nach einer Einwilligung. Mit dem Signal Global Privacy Control melden wir nichts.',
  },
  embeds: {
    title: 'Eingebettete Inhalte anderer Websites',
    onClick: 'Videos und Beiträge anderer Websites werden in Artikeln erst nach einem Klick geladen.',
    ifGranted:
      'Videos und Beiträge anderer Websites werden in Artikeln erst nach einem Klick und nur mit Ihrer Einwilligung geladen.',
    amp: 'In der AMP-Fassung von Artikeln werden sie sofort geladen.',
    providers: 'Was sie dabei speichern, steht in ihren Datenschutzerklärungen. Es sind: {providers}.',
  },
  newsletter: {
    title: 'Newsletter',
    kept: 'Wenn Sie den Newsletter abonnieren, speichern wir auf unserem Server Ihre E-Mail-Adresse, den Namen der Website und die Daten der Anmeldung und der Bestätigung. Wir verwenden sie nur, um den Newsletter zu versenden.',
    passed:
      'Wenn Sie den Newsletter abonnieren, geben wir Ihre E-Mail-Adresse an den Anbieter weiter, der ihn versendet: {name}.',
    unconfirmed: {
      one: 'Eine nicht bestätigte Adresse löschen wir nach {count} Tag.',
      other: 'Eine nicht bestätigte Adresse löschen wir nach {count} Tagen.',
    },
    rights:
      'Jede Nachricht enthält einen Link, mit dem Sie sich mit einem Klick abmelden, und einen Link zu den Einstellungen, wo Sie Ihre Daten herunterladen oder löschen können. Nach der Abmeldung löschen wir die Adresse.',
    suppressed:
      'Wenn der Mailserver Ihre Adresse dauerhaft ablehnt oder Sie eine Nachricht von uns als Spam melden, behalten wir einen nicht umkehrbaren Hashwert der Adresse, damit nichts mehr dorthin gesendet wird.',
    clicks:
      'Links im Newsletter führen über unseren Server, der die Klicks auf jeden Link zusammenzählt. Wer geklickt hat, speichern wir nicht.',
    opens:
      'Ein Bild im Newsletter zählt zusammen, wie oft er geöffnet wird. Wer ihn geöffnet hat, speichern wir nicht.',
    ask: 'Wenn Ihre Adresse gelöscht werden soll, wenden Sie sich bitte an den Herausgeber.',
  },
  choice: {
    title: 'Ihre Wahl',
    preset:
      'Dienste von Partnern werden ohne Frage geladen. Gespeicherte Daten können Sie im Browser löschen und das Speichern dort unterbinden.',
    none: 'Nichts, was eine Einwilligung braucht, wird geladen; deshalb fragen wir nicht danach.',
    asks: 'Dienste von Partnern werden nur mit Ihrer Einwilligung geladen. Eine Ablehnung ändert nichts an den Artikeln. Nur dieser Browser merkt sich die Entscheidung, für 6 Monate; wir zeichnen sie nirgends auf.',
    platform:
      'Nach der Einwilligung fragt die Plattform {name}, die als Erstes geladen wird. Ohne Ihre Einwilligung wird sonst nichts geladen.',
    gpc: 'Das Signal Global Privacy Control Ihres Browsers gilt als Ablehnung: Dann fragen wir nicht, und nichts wird geladen, bis Sie Ihre Einwilligung ändern.',
    noScript: 'Ohne JavaScript wird kein Dienst eines Partners geladen.',
  },
}
