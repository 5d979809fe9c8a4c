/** Guests, for administrators. */
export const guests = {
  hint: 'People outside the company. They come in with a link from their mail, see what was shared with them and nothing else, and never see the directory. Whoever manages an item, an app or a folder may share it, unless that is left to administrators.',
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
  makeMember: 'Make a member',
  makeMemberTitle: 'Make a member of this guest',
  makeMemberHint:
    'They keep what was shared with them and get the rights of everybody in the company. Their sessions, links and password end: they come in by an identity provider, or after an invitation under People.',
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
