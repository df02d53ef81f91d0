"""What is seen and what may be done, as bits: written by the engine in arrays, and from the exact rules; read by nets."""
