import { createHash } from 'node:crypto';
import { find, type Puzzle, textFile } from './puzzle';

const packageName = 'example.saltmark.tram';

function seal(text: Buffer, device: string): Buffer {
  const secret = `${[...packageName].reverse().join('')}:${device}`;
  const stream: Buffer[] = [];
  for (let block = 0; block * 20 < text.length; block += 1) {
    stream.push(createHash('sha1').update(`${secret}:${block}`).digest());
  }
  const pad = Buffer.concat(stream);
  return Buffer.from(text.map((byte, at) => byte ^ (pad[at] ?? 0)));
}

/** An app's backup whose ticket is sealed with data that the backup also contains. */
export const tramTicket: Puzzle = {
  key: 'tram-ticket',
  title: 'A Ticket for the Last Tram',
  category: 'Mobile',
  content: [
    'The tram of Saltmark sells its tickets in an app. A lost phone was handed in at the depot, and from its backup come',
    'the app’s **preferences** and the one class that somebody bothered to decompile.',
    '',
    'Which ticket does the phone hold?',
  ].join('\n'),
  hints: ['Everything that goes into the key lies in the same file as the ticket.'],
  originalScore: 300,
  minScoreRate: 0.4,
  difficulty: 10,
  guesses: ['vexil{tram}', 'vexil{last_tram}', 'vexil{single_adult}', 'vexil{example.saltmark.tram}'],
  make(random) {
    const flag = `vexil{valid_until_the_last_stop_${random.bytes(3).toString('hex')}}`;
    const device = random.bytes(8).toString('hex');
    const ticket = seal(Buffer.from(`NIGHT|ADULT|${flag}`), device).toString('base64');
    return {
      flag,
      file: textFile('tram-backup.txt', [
        `=== apps/${packageName}/shared_prefs/tickets.xml`,
        "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>",
        '<map>',
        `    <string name="device">${device}</string>`,
        `    <long name="last_sync" value="${1_770_000_000 + random.int(0, 9_999_999)}" />`,
        `    <boolean name="accepted_terms" value="true" />`,
        `    <string name="ticket">${ticket}</string>`,
        '</map>',
        '',
        `=== decompiled/${packageName.replaceAll('.', '/')}/TicketStore.java`,
        `package ${packageName};`,
        '',
        'final class TicketStore {',
        '    private byte[] pad(Context c, int block) throws Exception {',
        '        String p = new StringBuilder(c.getPackageName()).reverse().toString();',
        '        String d = prefs(c).getString("device", "");',
        '        return MessageDigest.getInstance("SHA-1").digest((p + ":" + d + ":" + block).getBytes(UTF_8));',
        '    }',
        '',
        '    String open(Context c) throws Exception {',
        '        byte[] t = Base64.decode(prefs(c).getString("ticket", ""), Base64.DEFAULT);',
        '        for (int i = 0; i < t.length; i++) t[i] ^= pad(c, i / 20)[i % 20];',
        '        return new String(t, UTF_8);',
        '    }',
        '}',
      ]),
    };
  },
  solve({ content }) {
    const backup = content.toString();
    const device = find(/name="device">([^<]+)</, backup);
    const ticket = Buffer.from(find(/name="ticket">([^<]+)</, backup), 'base64');
    return find(/(vexil\{\w+\})/, seal(ticket, device).toString());
  },
};
