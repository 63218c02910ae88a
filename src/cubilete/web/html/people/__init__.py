"""What pages say of people and bots: faces, open tables, invitations."""
