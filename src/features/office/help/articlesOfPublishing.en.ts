/** Of what is written and announced; the others are in articles.en. */
const texts = {
  text: {
    pictureAlt: 'A / in the text opens what can be added',
    sections: [
      {
        title: 'Write and add',
        text: [
          'Type / in the text to choose a heading, a picture, a table, an embed and more. The buttons above the text add the same.',
          'What you paste from Word or Google Docs keeps its headings, pictures and tables. Pictures of other sites cannot be pasted: save them, and drop them into the text.',
          'Paste the address of a video or a post on an empty line, and it is shown there where it can be embedded.',
        ],
      },
      {
        title: 'Describe pictures',
        text: [
          'Choose a picture, press “Describe the picture” and say in a few words what it shows. It is read aloud to people who cannot see it.',
        ],
      },
      {
        title: 'Make a table',
        steps: [
          'Type / and choose “Table”: it begins with three columns. A table pasted from Excel or Word stays one.',
          'The tab key goes to the next cell; in the last one it adds a row.',
          'While the cursor is in the table its tools stand above it: add and delete rows and columns, “Header row”, “Delete table”. Alt+F10 goes there as well.',
        ],
        text: ['Where the fan page is too narrow, the table alone moves sideways.'],
      },
    ],
  },
  comments: {
    pictureAlt: 'A comment is answered as the brand',
    sections: [
      {
        title: 'Answer',
        steps: [
          'Open “Comments” and press “Answer” at the comment. Those that wait for one are under “Unanswered”.',
          '“Answer as the brand” opens. The answer carries the name and icon of the brand and the mark “Official”. Who wrote it stands in the club’s log alone.',
        ],
        text: [
          'Whoever wrote the comment is told of the answer.',
          'New comments are told of by the bell, one line for each content. To get them by mail too, choose them under “Mails” at the bell.',
        ],
      },
      {
        title: 'Look before they are published',
        text: [
          'Under “Review before publishing” choose “Review first comments” and your “Watched words”: comments of that kind wait under “To review”. Those with a link always wait.',
          'While they wait, their authors alone see them.',
        ],
      },
      {
        title: 'Comments that hurt',
        text: [
          'What fans have reported stands under “Reported”.',
          'What you hide by “Hide” comes back by “Show again”. “Delete” removes the text for good, and its author is told by mail.',
          'If it goes on, “Ban from commenting” stops the comments and reports of that person for a time. What they can see stays the same.',
        ],
      },
      {
        title: 'Comments to be proud of',
        text: [
          '“Pin” puts one to the top of its content.',
          'Of contents that everybody may read, two comments can stand on the page of the brand: “Show on the brand’s page”.',
        ],
      },
    ],
  },
  events: {
    pictureAlt: 'The draft of an event: title and description, dates and venues',
    sections: [
      {
        title: 'Make and publish one',
        steps: [
          'Press “New event” and enter title, description and type. Drafts are saved by themselves.',
          'Under “Dates and venues” enter the times and the venue of each performance. “Add a date” adds as many as there are.',
          'Under “For” choose everybody, members, or members of chosen plans.',
          'Look at it by “Preview”, then press “Publish” or “Schedule”. “Publish unlisted” shows it only to people who know its address.',
        ],
      },
      {
        title: 'The evening before',
        text: [
          'At six in the evening before the day, the members it is for, and everybody who picks something up there, are told by themselves. Of an unlisted event only those who pick something up are.',
        ],
      },
      {
        title: 'Postpone and cancel',
        text: [
          'With “Postpone” set new times, or choose “Tell the new date later”. Streams that have not started move by the same time.',
          '“Cancel the event” cannot be undone. The reason, and how money is returned, stand on the fan page.',
          '“Duplicate” makes another one of the same kind.',
        ],
      },
      {
        title: 'Streams and goods',
        text: [
          '“New stream” streams a performance as a content. Goods to be handed over at the venue are made under “Event goods”.',
        ],
      },
    ],
  },
}

export default texts
