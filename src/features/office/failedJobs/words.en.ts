import areas from './areas.en'
import type { FailedJobWordsText } from './words.ja'

const words: FailedJobWordsText = {
  title: 'Jobs that did not finish',
  lead: 'These were tried again and again and did not finish. Remove the cause, then run them again. They leave the list after 30 days.',
  tabs: { waiting: 'Waiting', all: 'All' },
  tableLabel: 'List of jobs that did not finish',
  columns: { job: 'Job', club: 'Club', cause: 'Cause', at: 'Failed at', state: 'State' },
  areas,
  platform: 'Whole platform',
  tries: (n: number) => (n === 1 ? '1 try' : `${n} tries`),
  waiting: 'Waiting',
  outcomes: { retried: 'Run again', dismissed: 'Left' },
  noCause: 'The program stopped in the middle of it',
  retry: 'Run again',
  dismiss: 'Leave it',
  dismissTitle: (n: number) => (n === 1 ? 'Leave this job?' : `Leave these ${n} jobs?`),
  dismissText: 'It leaves the waiting list without being run. This cannot be undone.',
  retried: (n: number) => (n === 1 ? 'The job was started again' : `${n} jobs were started again`),
  dismissed: (n: number) => (n === 1 ? 'The job was left' : `${n} jobs were left`),
  empty: {
    title: 'Every job has finished',
    text: 'A job that fails again and again stands here, and is told by mail.',
  },
  refusals: {
    failedJobNotFound: 'Somebody else was first. Read the list again.',
    jobUnknown: 'It belongs to an older version and cannot be run again. Leave it.',
  },
}

export default words
