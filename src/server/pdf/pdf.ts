import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

// A name that bundlers do not follow: they would bundle every weight of the font.
const { resolve: locate } = createRequire(`${process.cwd()}/package.json`)
/** Noto Sans JP (SIL Open Font License 1.1), complete; a document only embeds the glyphs that it uses. */
const font = (weight: '400Regular' | '700Bold') =>
  locate(['@expo-google-fonts', 'noto-sans-jp', weight, `NotoSansJP_${weight}.ttf`].join('/'))

export type PdfRow = { label: string; value: string; note?: string; isStrong?: boolean; isIndented?: boolean }
export type PdfSection = { title?: string; rows: readonly PdfRow[] }
export type PdfPaper = {
  title: string
  /** Lines under the title: a number, a period, a date. */
  lines: readonly string[]
  /** Recipient and sender, line by line. */
  to: readonly string[]
  from: readonly string[]
  /** The document's main amount. */
  sum?: { label: string; value: string }
  sections: readonly PdfSection[]
  notes?: readonly string[]
  /** Metadata of the document. */
  author: string
  madeAt: number
}

const margin = 56
const grey = '#666666'

/** A business document in A4: a statement, a receipt, an invoice. Text that does not fit continues on the next page. */
export const renderPdf = (paper: PdfPaper): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const date = new Date(paper.madeAt)
    const pdf = new PDFDocument({
      size: 'A4',
      margin,
      lang: 'ja-JP',
      displayTitle: true,
      info: { Title: paper.title, Author: paper.author, CreationDate: date, ModDate: date },
    })
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
    try {
      draw(pdf, paper)
      pdf.end()
    } catch (error) {
      reject(error as Error)
    }
  })

type Pdf = InstanceType<typeof PDFDocument>

const draw = (pdf: Pdf, paper: PdfPaper) => {
  pdf.registerFont('plain', font('400Regular')).registerFont('bold', font('700Bold'))
  const width = pdf.page.width - 2 * margin
  const column = (width - 24) / 2
  pdf.font('bold').fontSize(20).text(paper.title, { align: 'center' })
  pdf.moveDown(0.3).font('plain').fontSize(9.5).fillColor(grey)
  for (const line of paper.lines) pdf.text(line, { align: 'center' })
  pdf.moveDown(1.5).fillColor('black')
  const top = pdf.y
  pdf.fontSize(10)
  for (const [n, line] of paper.to.entries())
    pdf
      .font(n === 0 ? 'bold' : 'plain')
      .fontSize(n === 0 ? 13 : 10)
      .text(line, margin, n === 0 ? top : pdf.y, { width: column })
  const left = pdf.y
  pdf.font('plain').fontSize(10)
  for (const [n, line] of paper.from.entries())
    pdf.text(line, margin + column + 24, n === 0 ? top : pdf.y, { width: column, align: 'right' })
  pdf.y = Math.max(left, pdf.y) + 18
  if (paper.sum) drawSum(pdf, paper.sum, width)
  for (const section of paper.sections) drawSection(pdf, section, width)
  if (paper.notes?.length) {
    pdf.moveDown(1).font('plain').fontSize(8.5).fillColor(grey)
    for (const line of paper.notes) pdf.text(line, margin, pdf.y, { width })
  }
}

const drawSum = (pdf: Pdf, { label, value }: { label: string; value: string }, width: number) => {
  const top = pdf.y
  pdf.rect(margin, top, width, 44).fill('#f3f2ef').fillColor('black')
  pdf
    .font('plain')
    .fontSize(11)
    .text(label, margin + 16, top + 14, { width: width / 2 })
  pdf
    .font('bold')
    .fontSize(18)
    .text(value, margin + width / 2, top + 9, { width: width / 2 - 16, align: 'right' })
  pdf.y = top + 44 + 18
}

const drawSection = (pdf: Pdf, { title, rows }: PdfSection, width: number) => {
  const room = () => {
    if (pdf.y > pdf.page.height - margin - 40) pdf.addPage()
  }
  room()
  if (title) {
    pdf.font('bold').fontSize(11).fillColor('black').text(title, margin, pdf.y, { width })
    pdf.moveDown(0.3)
  }
  for (const { label, value, note, isStrong, isIndented } of rows) {
    room()
    const top = pdf.y + 5
    const indent = isIndented ? 16 : 0
    pdf
      .font(isStrong ? 'bold' : 'plain')
      .fontSize(10)
      .fillColor('black')
    pdf.text(label, margin + indent, top, { width: width - indent - 150 })
    let bottom = pdf.y
    pdf.text(value, margin + width - 140, top, { width: 140, align: 'right' })
    bottom = Math.max(bottom, pdf.y)
    if (note) {
      pdf
        .font('plain')
        .fontSize(8)
        .fillColor(grey)
        .text(note, margin + indent, bottom, { width: width - indent - 150 })
      bottom = pdf.y
    }
    pdf
      .moveTo(margin, bottom + 4)
      .lineTo(margin + width, bottom + 4)
      .lineWidth(0.5)
      .strokeColor('#dddddd')
      .stroke()
    pdf.y = bottom + 5
  }
  pdf.y += 12
}
