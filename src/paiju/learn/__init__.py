"""Learning to play: self-play in arrays, and nets that value actions."""
