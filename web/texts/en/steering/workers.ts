export const workers = {
  hint: 'Steps that programs do, by topic. A topic whose jobs wait and are not locked has no worker.',
  title: 'Topics',
  topic: 'Topic',
  waiting: 'Waiting',
  locked: 'Locked',
  delayed: 'Retried later',
  oldest: 'Oldest waits since',
  idle: 'no worker?',
  idleHint: 'Jobs wait for longer than a minute, and no worker has locked any.',
  empty: 'No jobs wait for programs.',
  emptyHint:
    'Jobs of steps with a topic appear here until a worker has completed them. Those that failed for the last time are incidents.',
}
