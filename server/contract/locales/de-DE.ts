import type { ErrorCode } from '../errors';

export const errorsDeDE: Record<ErrorCode, string> = {
  'request.invalid': 'Die Anfrage enthält einen Fehler.',
  'request.bodyMissing': 'Die Anfrage hat keinen Inhalt.',
  'request.bodyUnreadable': 'Der Inhalt der Anfrage ist kein lesbares JSON.',
  'request.timeout': 'Die Anfrage kam nicht rechtzeitig vollständig an.',
  'request.mediaType': 'Der Inhaltstyp der Anfrage wird hier nicht unterstützt.',
  'request.tooLarge': 'Die Anfrage ist größer als {{limit}}.',
  'request.notFound': 'Unter dieser Adresse gibt es nichts.',
  'request.methodNotAllowed': 'Diese Adresse unterstützt die Methode nicht.',
  'request.tooMany': 'Zu viele Anfragen. Versuchen Sie es in {{seconds}} s erneut.',
  'request.busy':
    'Gerade sind sehr viele Menschen hier. Es wurde noch nichts ausgeführt; versuchen Sie es in {{seconds}} s erneut.',
  'request.crossSite': 'Anfragen von anderen Websites werden abgelehnt.',
  'request.wrongAddress':
    'Diese Seite wird unter {{site}} benutzt. Öffne sie dort. Für Betreiber: PUBLIC_URL muss die Adresse nennen, die benutzt wird.',
  'request.preconditionFailed': 'Die Datei ist nicht die, auf die sich die Anfrage bezieht.',
  'request.failed': 'Auf dem Server ist ein Fehler aufgetreten. Er wurde protokolliert.',
  'request.unavailable': 'Die Plattform ist noch nicht bereit. Versuchen Sie es gleich noch einmal.',
  'request.noSpace': 'Die Plattform hat keinen Speicherplatz mehr dafür. Versuchen Sie es später noch einmal.',

  'account.unauthenticated': 'Melden Sie sich zuerst an.',
  'account.forbidden': 'Dazu sind Sie nicht berechtigt.',
  'account.banned': 'Dieses Konto ist gesperrt.',
  'account.notFound': 'Dieses Konto gibt es nicht.',
  'account.badCredentials': 'Name oder Passwort ist falsch.',
  'account.loginBanned': 'Dieses Konto ist gesperrt.',
  'account.registrationClosed': 'Die Registrierung ist geschlossen.',
  'account.userNameTaken': 'Dieser Name ist bereits vergeben.',
  'account.nameReserved': 'Dieser Name sieht aus wie einer der Veranstalter. Wählen Sie einen anderen.',
  'account.emailTaken': 'Diese E-Mail-Adresse ist bereits registriert.',
  'account.emailDomainRefused': 'Mit Adressen dieser Domain ist hier keine Registrierung möglich.',
  'account.passwordWeak':
    'Verwenden Sie mindestens 6 Zeichen, darunter eine Ziffer, einen Kleinbuchstaben und einen Großbuchstaben.',
  'account.oldPasswordWrong': 'Das aktuelle Passwort ist falsch.',
  'account.lastAdmin': 'Dies ist der letzte Administrator. Ernennen Sie zuerst ein anderes Konto zum Administrator.',
  'account.mailsOff': 'Diese Plattform versendet hierfür keine E-Mails. Wenden Sie sich an einen Administrator.',
  'account.verifyLinkInvalid':
    'Dieser Link ist falsch, wurde bereits verwendet oder ist zu alt. Registrieren Sie sich erneut, um einen neuen zu erhalten.',
  'account.linkInvalid': 'Dieser Link ist falsch, wurde bereits verwendet oder ist zu alt. Fordern Sie einen neuen an.',
  'account.alreadyConfirmed': 'Diese E-Mail-Adresse ist bereits bestätigt. Melden Sie sich an.',
  'account.own': 'Sie können Ihr eigenes Konto nicht löschen.',
  'account.leadsTeam': 'Diese Person leitet ein Team. Übergeben oder löschen Sie es zuerst.',
  'account.rowNameTaken': 'Zeile {{row}}: Der Name gehört zu einem anderen Konto.',
  'account.rowEmailTaken': 'Zeile {{row}}: Die E-Mail-Adresse gehört zu einem anderen Konto.',
  'account.rowPasswordWeak':
    'Zeile {{row}}: Das Passwort braucht mindestens 6 Zeichen, darunter eine Ziffer, einen Kleinbuchstaben und einen Großbuchstaben.',

  'captcha.failed': 'Das Captcha wurde nicht gelöst. Versuchen Sie es noch einmal.',
  'captcha.needed':
    'Zu viele falsche Passwörter. Lösen Sie das Captcha, um es gleich noch einmal zu versuchen, oder warten Sie {{seconds}} s.',
  'captcha.unavailable': 'Das Captcha konnte nicht geprüft werden. Versuchen Sie es gleich noch einmal.',

  'mail.notConfigured': 'Diese Plattform kann keine E-Mails versenden. Wenden Sie sich an einen Administrator.',

  'team.notFound': 'Dieses Team gibt es nicht.',
  'team.unknown': 'Dieses Team gibt es nicht.',
  'team.notCaptain': 'Das darf nur die Teamleitung.',
  'team.captainLimit': 'Sie leiten bereits {{limit}} Teams.',
  'team.newCaptainLimit': 'Dieses Mitglied leitet bereits {{limit}} Teams.',
  'team.notMember': 'Diese Person ist kein Mitglied des Teams.',
  'team.alreadyMember': 'Sie sind bereits Mitglied dieses Teams.',
  'team.inviteInvalid': 'Dieser Einladungscode ist ungültig. Fragen Sie die Teamleitung nach dem aktuellen.',
  'team.locked': 'Das Team ist gesperrt, solange es an einem Wettbewerb teilnimmt.',
  'team.captainStays': 'Die Teamleitung kann das Team nicht verlassen. Übergeben Sie es zuerst.',
  'team.tokenMalformed': 'Das Token oder der Schlüssel hat nicht die richtige Form.',
  'team.tokenWrong': 'Die Signatur passt nicht.',

  'game.notFound': 'Diesen Wettbewerb gibt es nicht.',
  'game.notStarted': 'Der Wettbewerb hat noch nicht begonnen.',
  'game.ended': 'Der Wettbewerb ist beendet.',
  'game.endBeforeStart': 'Das Ende muss nach dem Beginn liegen.',
  'game.freezeOutside': 'Die Rangliste kann nur zwischen Beginn und Ende des Wettbewerbs eingefroren werden.',
  'game.staffNotFound': 'Dieses Konto gehört nicht zum Organisationsteam des Wettbewerbs.',
  'game.staffIsPlayer': 'Dieses Konto nimmt am Wettbewerb teil und kann nicht zum Organisationsteam gehören.',

  'division.notFound': 'Diese Division gibt es nicht.',
  'division.challengeUnknown': 'Eine hier genannte Aufgabe gehört nicht zum Wettbewerb.',
  'division.challengeTwice': 'Eine Aufgabe ist hier zweimal mit unterschiedlichen Rechten genannt.',

  'participation.notFound': 'Diese Teilnahme gibt es nicht.',
  'participation.missing': 'Sie nehmen an diesem Wettbewerb nicht teil.',
  'participation.notAccepted': 'Ihr Team ist zu diesem Wettbewerb nicht zugelassen.',
  'participation.teamNotFound': 'Dieses Team gibt es nicht.',
  'participation.notTeamMember': 'Sie sind kein Mitglied dieses Teams.',
  'participation.divisionRequired': 'Wählen Sie eine Division.',
  'participation.divisionNotJoinable': 'Dieser Division kann man nicht beitreten.',
  'participation.divisionFixed': 'Ihr Team ist bereits in einer anderen Division angemeldet.',
  'participation.inviteCodeWrong': 'Der Einladungscode ist falsch.',
  'participation.alreadyJoined': 'Sie nehmen an diesem Wettbewerb bereits teil.',
  'participation.teamSuspended': 'Dieses Team ist vom Wettbewerb ausgeschlossen.',
  'participation.memberLimit':
    'Das Team hat in diesem Wettbewerb bereits die höchstens erlaubte Zahl von Mitgliedern ({{limit}}).',
  'participation.cannotLeave': 'Ein zugelassenes oder ausgeschlossenes Team kann sich nicht vom Wettbewerb abmelden.',
  'participation.isStaff': 'Sie gehören zum Organisationsteam dieses Wettbewerbs und können nicht daran teilnehmen.',
  'participation.staffCannotPlay':
    'Monitore und Administratoren sehen die Antworten jedes Wettbewerbs und können nicht teilnehmen.',

  'challenge.notFound': 'Diese Aufgabe gibt es nicht.',
  'challenge.noFlags': 'Fügen Sie eine Flag hinzu, bevor Sie die Aufgabe aktivieren.',
  'challenge.captureNeedsContainer': 'Datenverkehr kann nur bei Container-Aufgaben aufgezeichnet werden.',
  'challenge.templateWeak':
    'Diese Vorlage ist zu leicht zu erraten ({{bits}} von 32 Bit). Fügen Sie einen Platzhalter oder mehr Text hinzu.',
  'challenge.templateTooLong': 'Flags aus dieser Vorlage wären länger als 127 Zeichen.',
  'challenge.attachmentPerFlag': 'Aufgaben dieser Art haben einen Anhang je Flag.',
  'challenge.imageMissing': 'Geben Sie zuerst ein Container-Image an.',
  'challenge.ceilingExceeded': 'Die Administratoren erlauben höchstens {{max}}.',
  'challenge.imageInvalid': 'Das ist kein gültiger Image-Name wie registry.example.org/team/challenge:1.',
  'challenge.imageNotAllowed': 'Die Administratoren erlauben keine Images von {{registry}}.',
  'challenge.networkNotAllowed': 'Die Administratoren erlauben den Netzwerkmodus {{mode}} nicht.',
  'challenge.noFlagLeft': 'Für Ihr Team ist kein Anhang mehr übrig. Wenden Sie sich an die Veranstalter.',

  'flag.notFound': 'Diese Flag gibt es nicht.',
  'flag.notAllowed': 'Die Flags dieser Aufgabe werden aus ihrer Vorlage erzeugt.',

  'notice.notFound': 'Diese Mitteilung gibt es nicht.',
  'notice.notNormal': 'Nur Mitteilungen der Veranstalter können geändert werden.',

  'submission.notFound': 'Diese Einreichung gibt es bei Ihnen nicht.',
  'submission.empty': 'Geben Sie zuerst eine Flag ein.',
  'submission.tooLong': 'Eine Flag hat höchstens 127 Zeichen.',
  'submission.deadlinePassed': 'Die Frist für diese Aufgabe ist abgelaufen.',
  'submission.notPermitted': 'Ihre Division darf diese Aufgabe nicht beantworten.',
  'submission.limitReached': 'Ihr Team hat alle Versuche verbraucht ({{limit}}).',

  'scoreboard.noTeams': 'Es ist noch kein Team zugelassen.',

  'writeup.notRequired': 'In diesem Wettbewerb ist kein Writeup verlangt.',
  'writeup.deadlinePassed': 'Die Frist für Writeups ist abgelaufen.',
  'writeup.notPdf': 'Wählen Sie eine PDF-Datei, deren Name auf .pdf endet.',

  'container.notFound': 'Diese Instanz gibt es nicht.',
  'container.none': 'Es läuft keine Instanz.',
  'container.notSupported': 'Diese Aufgabe hat keine Instanzen.',
  'container.alreadyRunning': 'Es läuft bereits eine Instanz.',
  'container.tooSoon': 'Warten Sie {{seconds}} s bis zum nächsten Starten oder Stoppen.',
  'container.limitReached': 'Bei Ihrem Team läuft bereits die höchstens erlaubte Zahl von Instanzen ({{limit}}).',
  'container.notYetRenewable': 'Die Instanz kann erst in ihren letzten {{minutes}} Minuten verlängert werden.',
  'container.startFailed':
    'Die Instanz konnte nicht gestartet werden. Versuchen Sie es noch einmal oder wenden Sie sich an die Veranstalter.',
  'container.stopFailed': 'Die Instanz konnte nicht gestoppt werden. Versuchen Sie es noch einmal.',
  'container.noEngine': 'Auf dieser Plattform laufen keine Container.',
  'container.engineUnavailable':
    'Die Container-Engine antwortet gerade nicht. Versuchen Sie es in {{seconds}} s erneut.',
  'container.diskLimitExceeded': 'Die Instanz wurde beendet: Sie hat mehr geschrieben, als ihr Speicherlimit erlaubt.',
  'container.diskFull':
    'Der freie Speicherplatz reicht nicht, um eine Instanz zu starten. Informieren Sie die Veranstalter.',
  'container.noCapacity': 'Die Container-Engine hat derzeit keinen Platz für eine weitere Instanz.',
  'container.exitedEarly': 'Der Container endete, bevor sein Port antwortete. Exit-Code: {{exitCode}}.',
  'container.noAnswer': 'Der Container läuft, aber Port {{port}} antwortete nicht innerhalb von {{seconds}} s.',
  'container.imageMissing': 'Die Registry hat kein Image {{image}}.',
  'container.imageDenied':
    'Die Registry gibt das Image {{image}} nicht heraus: Es existiert nicht oder erfordert eine Anmeldung.',
  'container.imagePullFailed': 'Das Image {{image}} konnte nicht geladen werden.',
  'container.specRefused': 'Die Container-Engine hat diese Einstellungen des Containers abgelehnt.',
  'container.lifetimeReached':
    'Eine Instanz läuft höchstens {{minutes}} Minuten. Beenden Sie sie und starten Sie eine neue.',
  'container.queueFull': 'Es werden gerade viele Instanzen gestartet. Versuchen Sie es in {{seconds}} s erneut.',

  'proxy.off': 'Instanzen sind hier nicht über die Plattform erreichbar.',
  'proxy.full': 'Diese Instanz hat bereits die höchstens erlaubte Zahl von Verbindungen ({{limit}}).',
  'proxy.hostUnknown': 'Die Adresse der Instanz ist nicht bekannt.',
  'proxy.unreachable': 'Die Instanz antwortet nicht.',

  'capture.notFound': 'Zu dieser Aufgabe wurde kein Datenverkehr aufgezeichnet.',
  'capture.fileNotFound': 'Diese Aufzeichnung gibt es nicht.',

  'asset.notFound': 'Diese Datei gibt es nicht.',
  'asset.inUse': 'Die Datei wird noch verwendet.',
  'asset.empty': 'Die Datei ist leer.',
  'asset.fileMissing': 'Wählen Sie eine Datei.',
  'asset.tooLarge': 'Die Datei ist größer als {{limit}}.',
  'asset.notAnImage': 'Die Datei ist kein lesbares Bild.',
  'asset.urlInvalid': 'Geben Sie eine Adresse ein, die mit http:// oder https:// beginnt.',

  'package.notZip': 'Die Datei ist kein lesbares ZIP-Archiv. Ihr Name muss auf .zip enden.',
  'package.damaged': 'Das Paket kann nicht gelesen werden: {{file}} ist beschädigt.',
  'package.entriesTooMany': 'Das Paket hat mehr als {{limit}} Einträge.',
  'package.unpacksTooLarge': 'Das Paket wird beim Entpacken zu groß: {{file}} überschreitet die Grenze.',
  'package.entryUnsafe':
    'Das Paket enthält einen Eintrag, der keine gewöhnliche Datei unter einem gewöhnlichen Pfad ist: {{file}}.',
  'package.entryTwice': 'Das Paket enthält zwei Einträge mit dem Namen {{file}}.',
  'package.entryEncrypted': 'Das Paket ist verschlüsselt ({{file}}).',
  'package.fileMissing': '{{file}} fehlt im Paket.',
  'package.formatUnknown': 'Dies ist kein Wettbewerbspaket: Sein Format ist {{format}}.',
  'package.invalid': '{{place}} {{reason}}.',
  'package.hashWrong': '{{file}} im Paket ist nicht, was der Name sagt: Der Hash weicht ab.',
  'package.contentMissing':
    'Die gespeicherte Datei {{file}} ist nicht mehr da. Laden Sie sie erneut hoch und exportieren Sie dann.',

  'post.notFound': 'Diesen Beitrag gibt es nicht.',

  'config.encryptionUnsupported':
    'Einzelne Felder werden hier nicht verschlüsselt. Stellen Sie die Plattform über HTTPS bereit.',

  'token.notFound': 'Dieses API-Token gibt es nicht.',
  'token.invalid': 'Dieses API-Token ist unbekannt, widerrufen oder abgelaufen.',
  'token.scopeMissing': 'Diesem API-Token fehlt der Berechtigungsbereich {{scope}}.',
  'token.sessionOnly': 'Mit API-Token ist das nicht möglich. Melden Sie sich stattdessen an.',
  'token.expiryTooFar': 'Ein API-Token kann nicht über das Jahr 9999 hinaus gültig sein.',
};
