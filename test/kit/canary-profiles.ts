import type { Profile } from './canary-journeys.js';

/** Stays. Came by e-mail. */
export const ZELDA: Profile = {
  name: 'Zelda',
  first: 'zelda.quillfeather@canary.example',
  second: '+4915735982641',
  third: '+4915735984417',
  passwords: ['plumUmbrella71', 'quartzLantern82', 'velvetCompass93'],
  tradePasswords: ['739154', '628431', '915738'],
  nickname: 'Zz Quillowing',
  realName: 'Zéphyrine Quillfeather',
  documentNumber: 'C7XK29QPM',
  birthDate: '1987-03-29',
  line1: 'Sperberkaute Gässchen 47b',
  line2: 'Hinterhaus Dachjuchhe',
  answers: { friend: 'Balthasar Nimmerklug', idol: 'Hypatia Wolkenbruch', place: 'Ouagadougou Nordwest' },
  exif: 'exif canary taken at Quillfeather Manor',
  fileName: 'quillfeather-passport-scan.jpg',
  note: 'The signature of Ms Quillfeather is smeared by blackcurrant jam',
  wallet: 70_001,
};
/** Is erased. Came by phone. */
export const OTTO: Profile = {
  name: 'Otto',
  first: '+4915735987752',
  second: 'otto.nebelkraehe@canary.example',
  third: 'o.nebelkraehe.new@canary.example',
  passwords: ['copperHarvest64', 'silverMeadow55', 'bronzeWillow46'],
  tradePasswords: ['481957', '572846', '846391'],
  nickname: 'Ottokar Nebel',
  realName: 'Ottokar Nebelkrähe',
  documentNumber: 'L9RT63WZN',
  birthDate: '1979-11-23',
  line1: 'Pfannkuchenstieg 193',
  line2: 'Souterrain Kellerassel',
  answers: { friend: 'Kunigunde Morgenrot', idol: 'Ibn Battuta Reisend', place: 'Tristan da Cunha Süd' },
  exif: 'exif canary by the hand of Nebelkraehe',
  fileName: 'nebelkraehe-id-card.jpg',
  note: 'Mr Nebelkraehe holds the document upside down over his aquarium',
  wallet: 70_002,
};
