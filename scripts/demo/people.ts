import type { Random } from './random';
import type { DivisionKey } from './world';

interface TeamIdea {
  name: string;
  bio: string;
  people: readonly string[];
  division?: DivisionKey;
}

const team = (name: string, bio: string, people: string): TeamIdea => ({ name, bio, people: people.split(' ') });
const school = (name: string, bio: string, people: string): TeamIdea => ({
  ...team(name, bio, people),
  division: 'school',
});
const agent = (name: string, bio: string, operator: string): TeamIdea => ({
  ...team(name, bio, operator),
  division: 'agents',
});

const ideas: readonly TeamIdea[] = [
  team('Null Island Ferry', 'We meet at 0°N 0°E.', 'wren.okafor tamsin_b halcyon'),
  team('Segfault & Sons', 'Family business since 0x7d1.', 'old_henry junior.h mags'),
  team('Overly Attached', 'We keep every file.', 'priya.k dmarlowe nettle'),
  team('The Off-by-Ones', 'Two of us. Or three.', 'fencepost ellis.gray quill'),
  team('Moss & Packets', 'Hikers with laptops.', 'rowan.ash bramblebit fern_t'),
  team('Late Checkout', 'Please do not disturb.', 'suite404 bellhop_amy lobbyist'),
  team('Cardboard Firewall', 'Budget security.', 'ines.dale tapeworm42 boxcutter'),
  team('Kettle Logic', 'Tea first.', 'darjeeling hob.nob earl_greyhat'),
  team('Nachtschicht', 'Wir schlafen, wenn es kompiliert.', 'j.brandt mondscheu KathiW'),
  team('Bitte ein Bit', 'Aus der Eifel.', 'LeoSchäfer tannenzapf frau_holle'),
  team('Kabelsalat', 'Mit Essig und Öl.', 'bjoernk Grünspan stecker_paul'),
  team('Alpenglüh’n', 'Hoch oben, tief drin.', 'VroniM seppl.g huettenkaes'),
  team('Pain au Shellcode', 'Croustillant dehors, tendre dedans.', 'élodie.m boulanger7 Théo_R'),
  team('Les Octets Perdus', 'Vus pour la dernière fois à Brest.', 'gwenael.lg marée_haute ZoéP'),
  team('Baguette Overflow', 'Toujours trop longue.', 'jb.lefort mie2pain Camille_D'),
  team('Siesta Sockets', 'Volvemos a las cinco.', 'íñigo.v MarisolQ tapas_tcp'),
  team('La Ñoñería', 'Con eñe.', 'ñandú.gris abril.s Joaquín77'),
  team('Pulpo a Feira', 'Ocho brazos, un teclado.', 'uxía.c brais.dev percebeiro'),
  team('Capivara Root', 'Calma. Muita calma.', 'JoãoPedro luana.rs brejeiro'),
  team('Pastel de Nada', 'Lisboa, com canela.', 'catarina.f zé_do_bit Mourão'),
  team('Spaghetti Stack', 'Al dente.', 'chiara.lo nonno_root Pàolo'),
  team('I Gatti del Porto', 'Sette vite, un flag.', 'micio.nero GiuliaBz remo.exe'),
  team('Żubr w Terminalu', 'Powoli, ale z rozpędem.', 'Łukasz.W żaneta_k borsuk'),
  team('Pierogi Protocol', 'Z kapustą i grzybami.', 'AgataM wojtek.0x kluska'),
  team('Knedlíky', 'Šest s omáčkou.', 'jiří.hu bětka_z Ondřej_V'),
  team('Sauna Exploiters', 'Löyly ensin.', 'Väinö.K aino_ha löylymies'),
  team('Fika Force', 'Två koppar, en flagga.', 'åsa.lind Torbjörn_E kanelbulle'),
  team('Hagelslag', 'Puur, niet melk.', 'joost.vd fietsbel MarijkeB'),
  team('Smørrebrød', 'Øverst: en reje.', 'søren.k FrejaM rugbrød'),
  team('Þorskur', 'Beint úr netinu.', 'Sigrún.J þorri_h Björk_Ó'),
  team('Kahve Molası', 'Az şekerli.', 'İpek.S çağrı_d Gökhan42'),
  team('Πειραιάς 127', 'Το λιμάνι μας.', 'Νίκος.Π θάλασσα.x Ελένη_Κ'),
  team('Сайгаки', 'Бежим быстро, думаем на ходу.', 'степной_кот Марина.Л vetер88'),
  team('Белые ночи', 'Спать будем зимой.', 'лёша.нева Катя_Р мост1703'),
  team('Самовар-0x41', 'Чай готов.', 'Тимофей_С баранка.b Юля.Щ'),
  team('Кіт у мішку', 'Не розв’язуйте.', 'Оленка.Ї тарас_0 вареник'),
  team('Чайка', 'Над гаванню.', 'Зоряна_Б хвиля.ua Остап'),
  team('Розова долина', 'Пловдив и приятели.', 'Ивайло.Д мечо.пух Радка_Г'),
  team('码头夜班', '灯亮着，人醒着。', '林小雨 夜航船长 chen.yifan'),
  team('三更灯火', '五更也在。', '王一诺 墨鱼丸子 灯下黑猫'),
  team('豆浆油条', '早餐要吃好。', '李大海呀 油条侠 zhou_mm'),
  team('東風快遞', '使命必達。', '陳家豪君 港仔阿明 wing.l'),
  team('珍珠奶茶去冰', '半糖，謝謝。', '黃小婷子 芋圓貓 hsu.kk'),
  team('深夜食堂', '営業時間は零時から。', '佐藤みなと 夜更かし猫 t.kobayashi'),
  team('うみねこ通信', 'みゃあみゃあ。', '鈴木はるか かもめ便 minato_s'),
  team('ねこぱんち', '肉球で入力しています。', '高橋れん ねこまる99 y.fujii'),
  team('등대지기', '불은 우리가 켠다.', '김하늘빛 박등대 seo.jiwoo'),
  team('라면세개', '물은 550밀리.', '이바다맘 최라면왕 doyun.p'),
  team('Phở Đêm', 'Thêm hành, thêm ớt.', 'MinhAnh.N đức.phố Lan_Trần'),
  team('Warung Begadang', 'Kopi lagi, Bang.', 'bayu.s Dewi_R kopi_tubruk'),
  team('नाविक', 'रात की लहरें।', 'आरवराज मीरादेवी kabir.j'),
  team('مرفأ الليل', 'نسهر مع المدّ.', 'ليلى.ح سامي_ن مرساة'),
  team('מגדלור', 'האור לא כבה.', 'נועה.ל איתי_ב גלים7'),
  school('Nordschule 11b', 'Informatik-AG, Raum 204.', 'emilia.nord finn_11b MalteS'),
  school('Lycée du Port', 'Terminale NSI.', 'noé.terminale Inès_NSI hugo.lp'),
  school('Liceo Faro', 'Quinta C.', 'sofi.faro Tommaso5C betta_l'),
  school('Ridge Park Sixth', 'Sixth form computing.', 'amara.sixth joshua_rp kitkat_p'),
  school('港城第三中学', '高二信息社。', '许知远同学 高二小胖 tang.xx'),
  school('青浜高校電算部', '部員募集中。', '青浜はると 電算部長 mio.aohama'),
  school('Лицей 7', 'Кружок по средам.', 'Вася.лицей7 Соня_10А кружок'),
  school('IES Ría Alta', 'Aula de informática.', 'antía.ría Mateo_1Bach xoel.ies'),
  school('Kystskolen', 'Valgfag, tirsdag.', 'ida.kyst Oskar_9b liv.tir'),
  school('Liceum Portowe', 'Kółko informatyczne.', 'hania.lp Kuba_2c szymon.2c'),
  school('St Brannock’s', 'Year 12.', 'oona.br rhys_y12 pippa.l'),
  school('한빛고 정보부', '수요일 방과 후.', '한빛정민 정보부장 yuna.hb'),
  agent('Clockwork Heron', 'Wades slowly, strikes once.', 'marit.v'),
  agent('Loop and Lantern', 'Plan, try, look, again.', 'o.lindqvist'),
  agent('Brass Parrot', 'Repeats nothing it has not tested.', 'kwame_d'),
  agent('夜光虫', '波が来ると光ります。', 'h.tanaka'),
  agent('Der Nachtwächter', 'Läuft auf einem Rechner unterm Tisch.', 'jule.w'),
];

export const teamCount = 60;
const counts = { school: 12, agents: 5, assisted: 7 };

export interface Player {
  userName: string;
  /** In the reserved domain `.example`. */
  email: string;
}

export interface PlannedTeam {
  name: string;
  bio: string;
  division: DivisionKey;
  /** The first is the captain. */
  players: readonly Player[];
  /** From 0, hopeless, to 1, unbeatable. */
  skill: number;
  /** When the first of them registers, in milliseconds of play. */
  arrivesAt: number;
}

const arriveFromMs = 500;
const arriveUntilMs = 27_000;

export function pickTeams(random: Random): PlannedTeam[] {
  const pick = (count: number, wanted?: DivisionKey) =>
    random.shuffle(ideas.filter(({ division }) => division === wanted)).slice(0, count);
  const open = pick(teamCount - counts.school - counts.agents).map((idea, index): TeamIdea => {
    return index < counts.assisted ? { ...idea, division: 'assisted' } : idea;
  });
  const chosen = random.shuffle([...open, ...pick(counts.school, 'school'), ...pick(counts.agents, 'agents')]);
  return chosen.map((idea, index) => {
    const size = random.pick([1, 2, 2, 3, 3]);
    const players = random.shuffle(idea.people).slice(0, size);
    // The mean of three draws: many in the middle, few at the ends.
    const skill = (random.next() + random.next() + random.next()) / 3;
    return {
      name: idea.name,
      bio: idea.bio,
      division: idea.division ?? 'people',
      players: players.map((userName) => ({
        userName,
        email: `crew${ideas.findIndex(({ name }) => name === idea.name) + 1}.${idea.people.indexOf(userName) + 1}@saltmark.example`,
      })),
      skill: idea.division === 'school' ? skill * 0.85 : 0.08 + skill * 0.92,
      arrivesAt: Math.round(arriveFromMs + ((arriveUntilMs - arriveFromMs) * (index + random.next())) / chosen.length),
    };
  });
}
