// What a browser loads of hls.js, as a loader of the build (next.config.js): a player of fMP4 with what this program uses. What is cut
// out is cut where hls.js names its defaults; each place has to be found, so that an update of hls.js that moves one fails the build.
const { transformSync } = require('esbuild')
const { cutOut } = require('./cutOut.cjs')

const cuts = [
  // Pieces of MPEG-TS and plain audio are made into fMP4. A list of such is played by the whole of hls.js (src/ui/video/playback.ts).
  [/\{\s*demux: (?:TS|AAC|MP3)Demuxer,\s*remux: MP4Remuxer\s*\},?\s*/g, 3, ''],
  [/\bchunkMeta\.iframe && initSegmentData && TSDemuxer\.probe\(.*\) \? initSegmentData : uintData;/g, 1, 'uintData;'],
  [/^MP4\.(?:FTYP|DINF) = (?:.|\n)*?;$/gm, 2, ''],
  [/^_MP = MP4;$/gm, 1, ''],
  // No piece is encrypted: they are read with a cookie.
  [/\bnew Decrypter\(.*\);/g, 3, 'null;'],
  // Controllers that hls.js leaves out where its configuration has none.
  [/\b(contentSteering|id3Track|fps|capLevel)Controller: [A-Z]\w+Controller\b/g, 4, '$1Controller: undefined'],
  // Pieces are loaded whole (`progressive` is off): the loader by fetch is not used.
  [/config\.loader = FetchLoader;/g, 1, ''],
  [/currentLoader !== FetchLoader && /g, 1, ''],
  // Captions within the pictures: nothing shows them.
  [/^ +textTrack\.samples = parseSamples\(.*\);$/gm, 1, ''],
  [/^ +parseSEIMessageFromNALu\(.*\);$/gm, 4, ';'],
  // What it says in a log that is off (`debug`), where that is a statement of its own; some of it in several lines.
  [/^ +this\.(?:log|warn)\(`(?:[^`\\]|\\.)*\n(?:[^`\\]|\\.)*`\);$/gm, 3, ';'],
  [/^ +(?:this|hls|this\.hls|logger)(?:\.logger)?\.(?:log|warn)\(.*\);$/gm, 324, ';'],
  // The names beside the player itself.
  [/^export \{[^}]+\bHls as default\b[^}]+\};$/gm, 1, 'export { Hls as default };'],
]

module.exports = (source) =>
  // Written for browsers of 2017: in today's words it is shorter, and what nothing leads to any more is left out.
  transformSync(cutOut('hls.js', source, cuts), {
    format: 'esm',
    target: 'es2022',
    minifySyntax: true,
    treeShaking: true,
  }).code
