/** Guests, for administrators. */
export const guests = {
  hint: 'People outside the company. They come in with a link from their mail, see what was shared with them and nothing else, and never see the directory. Whoever manages an app or an item may share it.',
  none: 'There are no guests',
  noneHint: 'Invite somebody, and they see what you share with them.',
  name: 'Guest',
  state: 'State',
  states: { invited: 'Invited', active: 'Active', ended: 'Ended' },
  shares: 'Sees',
  nothing: 'Nothing',
  invitedBy: 'Invited by',
  lastSeen: 'Last here',
  never: 'Never',
  end: 'End',
  endTitle: 'End the access of this guest',
  endHint:
    'What was shared with them is taken back, and their sessions end at once. What they wrote stays.',
  invite: 'Invite a guest',
  email: 'E-mail',
  firstName: 'First name',
  lastName: 'Last name',
  share: 'What they see',
  shareHint:
    'They see the whole conversation about an item, also what was written before the invitation.',
  send: 'Send the invitation',
  sent: 'The invitation is on its way.',
}
